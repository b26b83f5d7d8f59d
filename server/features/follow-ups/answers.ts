import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { CANCELLED_STATUS, STARTED_STATUS } from '#domain/status/visit-status.ts'
import { coversRegions } from './covers-regions.ts'

/*
 * What answers a follow-up, asked anew at each reading (docs/decisions/336). Over `f`, the follow-up, and `s`, its study.
 */

const WANTED = sql<string[]>`f.regions`

/** The words of a name in one order; an empty name has none and agrees with nobody. */
const nameWords = (name: RawBuilder<string>) => sql`(
  select array_agg(w order by w) from regexp_split_to_table(upper(${name}), '[^[:alnum:]]+') w where w <> '')`

const bornAlike = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
  sql<SqlBool>`(${a} is null or ${b} is null or ${a} = ${b})`

/** The record of the study's person: the one that it is linked to, else the one with its patient id, name and birth date. */
export const PERSON = sql`left join lateral (
  select p.id from patient p
  where p.client_id = s.client_id and p.id = s.patient_id
  union all
  select p.id from patient p
  where s.patient_id is null and s.pat_id <> '' and p.client_id = s.client_id and p.pat_id = s.pat_id and p.hidden is null
    and ${nameWords(sql`p.fname || ' ' || p.lname`)} = ${nameWords(sql`s.pat_name`)}
    and ${bornAlike(sql`p.dob`, sql`s.pat_birthdate`)}
  limit 1) person on true`

/** The first moment that counts, reckoned once a follow-up and not at each study: `offset 0` keeps it apart. */
export const boundOf = (zone: RawBuilder<string>) =>
  sql`cross join lateral (select f.counts_from::timestamp at time zone ${zone} as at offset 0) bound`

const MADE = sql`coalesce(c.study_datetime, c.received_datetime)`

const ANSWERING = sql<SqlBool>`
  c.hidden is null and ${MADE} >= bound.at
  and f.modalities && string_to_array(translate(c.modality, ${'\\/ '}, ',,,'), ',')
  and c.id <> s.id and c.study_iuid <> s.study_iuid
  and ${coversRegions(WANTED, sql`c.study_desc`)}`

/**
 * The first study of the person that is of that kind and part of the body and not too early. What nobody has linked counts
 * by the patient id of one of the person's records, where the name is the same too.
 */
export const DONE_STUDY = sql`left join lateral (
  select * from (
    select c.id, c.branch_id, c.assigned_doctor_id, c.signed_by_doctor_id, ${MADE} as made from study c
    where c.client_id = f.client_id and c.patient_id = person.id and ${ANSWERING}
    union all
    select c.id, c.branch_id, c.assigned_doctor_id, c.signed_by_doctor_id, ${MADE} from study c
    where c.client_id = f.client_id and c.patient_id is null and c.pat_id <> '' and c.pat_id = any(array[s.pat_id]
        || array(select p.pat_id from patient p where p.client_id = f.client_id and p.id = person.id)
        || array(select p.pat_id from patient p where p.client_id = f.client_id and p.merged_into_id = person.id))
      and ${ANSWERING}
      and ${nameWords(sql`c.pat_name`)} = ${nameWords(sql`s.pat_name`)}
      and ${bornAlike(sql`c.pat_birthdate`, sql`s.pat_birthdate`)}) found
  order by made, id limit 1) done on f.closed_on is null`

/** A booking counts until a day after its start; from then on only what was started. */
export const bookedVisit = (now: Date) => sql`left join lateral (
  select v.id, v.branch_id, vs.start_dt from visit v
  join visit_service vs on vs.client_id = v.client_id and vs.visit_id = v.id
  where v.client_id = f.client_id and v.patient_id = person.id and v.is_radiology
    and v.status <> ${CANCELLED_STATUS} and vs.status <> ${CANCELLED_STATUS}
    and vs.id is distinct from s.visit_service_id and vs.modality = any(f.modalities)
    and vs.start_dt >= bound.at
    and (v.status >= ${STARTED_STATUS} or vs.start_dt > ${now}::timestamptz - interval '1 day')
    and ${coversRegions(WANTED, sql`vs.name`)}
  order by vs.start_dt, v.id limit 1) booked on f.closed_on is null and done.id is null`
