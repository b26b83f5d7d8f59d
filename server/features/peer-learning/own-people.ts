import { type RawBuilder, sql } from 'kysely'

/**
 * Over a study `s`: all people who took part in its reports, or have it on their own worklist, as an array. None of
 * them gets it for a second reading.
 */
export const OWN_PEOPLE: RawBuilder<string[]> = sql`array(
  select distinct p.id from (
    select unnest(array[s.assigned_doctor_id, s.signed_by_doctor_id, s.verified_by_id]) as id
    union all select unnest(array[r.created_by, r.updated_by, r.signed_by_doctor_id, r.verified_by_id])
      from report r where r.client_id = s.client_id and r.study_id = s.id
    union all select h.created_by from report_version h where h.client_id = s.client_id and h.study_id = s.id
    union all select a.signed_by_id from report_addendum a where a.client_id = s.client_id and a.study_id = s.id
  ) p where p.id is not null)`
