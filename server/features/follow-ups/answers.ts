import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { SCAN_COMPLETED } from '#domain/status/service-status.ts'
import { CANCELLED_STATUS, STARTED_STATUS } from '#domain/status/visit-status.ts'
import { coversRegions } from './covers-regions.ts'
import { headersAgree } from './public/person.ts'

/*
 * Conditions that complete a follow-up, evaluated at each read (docs/decisions/336). Over `f`, the follow-up, and
 * `s`, its study.
 */

const WANTED = sql<string[]>`f.regions`

/** The earliest moment that counts; `offset 0` makes the database compute it once per follow-up and not per study. */
export const boundOf = (zone: RawBuilder<string>) =>
  sql`cross join lateral (select f.counts_from::timestamp at time zone ${zone} as at offset 0) bound`

const MADE = sql`coalesce(c.study_datetime, c.received_datetime)`

// Skips closed follow-ups; the condition is inside the subquery because it avoids the read there.
const ANSWERING = sql<SqlBool>`
  f.closed_on is null and c.hidden is null and ${MADE} >= bound.at
  and f.modalities && string_to_array(translate(c.modality, ${'\\/ '}, ',,,'), ',')
  and c.id <> s.id and c.study_iuid <> s.study_iuid
  and ${coversRegions(WANTED, sql`c.study_desc`)}`

/**
 * The person's earliest study of that kind and body part that is not too early. An unlinked study counts if it has
 * the patient id of one of the person's records and the headers agree too.
 */
export const DONE_STUDY = sql`left join lateral (
  select * from (
    select c.id, c.branch_id, c.assigned_doctor_id, c.signed_by_doctor_id, ${MADE} as made from study c
    where c.client_id = f.client_id and c.patient_id = any(person.ids) and ${ANSWERING}
    union all
    select c.id, c.branch_id, c.assigned_doctor_id, c.signed_by_doctor_id, ${MADE} from study c
    where c.client_id = f.client_id and c.patient_id is null and c.pat_id <> '' and c.pat_id = any(s.pat_id || person.numbers)
      and ${ANSWERING} and ${headersAgree('c', 's')}) found
  order by made, id limit 1) done on true`

/**
 * A booking counts until one day after its start. A started, unfinished visit counts for a week; after that only its
 * study counts, otherwise the patient would never be reminded.
 */
export const bookedVisit = (now: Date) => sql`left join lateral (
  select v.id, v.branch_id, vs.start_dt from visit v
  join visit_service vs on vs.client_id = v.client_id and vs.visit_id = v.id
  where f.closed_on is null and done.id is null
    and v.client_id = f.client_id and v.patient_id = any(person.ids) and v.is_radiology
    and v.status <> ${CANCELLED_STATUS} and vs.status <> ${CANCELLED_STATUS}
    and vs.id is distinct from s.visit_service_id and vs.modality = any(f.modalities)
    and vs.start_dt >= bound.at
    and (vs.start_dt > ${now}::timestamptz - interval '1 day'
      or (v.status >= ${STARTED_STATUS} and vs.status < ${SCAN_COMPLETED}
        and vs.start_dt > ${now}::timestamptz - interval '7 days'))
    and ${coversRegions(WANTED, sql`vs.name`)}
  order by vs.start_dt, v.id limit 1) booked on true`
