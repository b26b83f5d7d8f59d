import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { NAME_TITLES } from '#domain/match/name-likeness.ts'

/*
 * The person of a follow-up, by the rule of matchPrior (domain/prior): the person's records, and unlinked studies by
 * number and header. Over `s`, the study of the follow-up.
 */

/** The distinct words of a name without titles, sorted. */
const ownWords = (name: RawBuilder<unknown>) => sql`coalesce(
  nullif(array(select w from unnest(name_words(${name})) w where w <> all(${[...NAME_TITLES]}::text[]) order by w), '{}'),
  array(select w from unnest(name_words(${name})) w order by w))`

interface Header {
  name: RawBuilder<unknown>
  born: RawBuilder<unknown>
  sex: RawBuilder<unknown>
}

const headerOf = (alias: string): Header => ({
  name: sql.ref(`${alias}.pat_name`),
  born: sql.ref(`${alias}.pat_birthdate`),
  sex: sql.ref(`${alias}.pat_sex`),
})

/** True if the names are equal and not empty, and birth date and sex are equal where both sides have them. */
const agree = (a: Header, b: Header) => sql<SqlBool>`(
  (${a.born} is null or ${b.born} is null or ${a.born} = ${b.born})
  and (trim(${a.sex}) = '' or trim(${b.sex}) = '' or upper(trim(${a.sex})) = upper(trim(${b.sex})))
  and ${ownWords(a.name)} = ${ownWords(b.name)} and ${ownWords(a.name)} <> '{}')`

/** True if the headers of two studies, given by alias, belong to one person. */
export const headersAgree = (a: string, b: string): RawBuilder<SqlBool> => agree(headerOf(a), headerOf(b))

/** True if the header of the study with that alias belongs to the patient `p`. */
export const agreesWithPatient = (alias: string): RawBuilder<SqlBool> => agree(PATIENT, headerOf(alias))

const PATIENT: Header = { name: sql`p.fname || ' ' || p.lname`, born: sql`p.dob`, sex: sql`p.gender` }

/** The record linked to the study; without one, the record with its number whose name, birth date and sex agree. */
const OWN_RECORD = sql`
  select p.id from patient p where p.client_id = s.client_id and p.id = s.patient_id
  union all
  select p.id from patient p
  where s.patient_id is null and s.pat_id <> '' and p.client_id = s.client_id and p.pat_id = s.pat_id
    and (p.hidden is null or p.merged_into_id is not null) and ${agree(PATIENT, headerOf('s'))}`

/**
 * The person of the study: `id` is the main record; `ids` and `numbers` are those of all records joined by merges
 * that were not undone. All are null if there is no record.
 */
export const PERSON = sql`left join lateral (
  with recursive family (id) as (
    (${OWN_RECORD})
    union
    select other.id from family x cross join lateral (
      select m.merged_id as id from patient_merge m
      where m.client_id = s.client_id and m.kept_id = x.id and m.undone_on is null
      union all
      select m.kept_id from patient_merge m
      where m.client_id = s.client_id and m.merged_id = x.id and m.undone_on is null) other
  )
  select (array_agg(p.id order by p.merged_into_id is not null, p.id is distinct from s.patient_id, p.id))[1] as id,
    array_agg(p.id) as ids, array_agg(p.pat_id) as numbers
  from family x cross join lateral (
    -- offset 0: each record is looked up by its key, whatever the plan thinks of how many there are.
    select p.id, p.pat_id, p.merged_into_id from patient p where p.client_id = s.client_id and p.id = x.id offset 0) p
  ) person on true`

/** The person whose follow-ups are searched. */
export interface Whose {
  study_id: string
  patient_ids: string[] | null
  patient_numbers: string[] | null
}

/** Follow-ups of that person, over `s` and its `person`; without a record, those whose headers agree. */
export function ofPerson({ study_id, patient_ids, patient_numbers }: Whose): RawBuilder<SqlBool> {
  if (!patient_ids)
    return sql<SqlBool>`person.id is null and s.pat_id <> '' and exists (select from study o
      where o.client_id = s.client_id and o.id = ${study_id}
        and (o.id = s.id or (s.patient_id is null and s.pat_id = o.pat_id and ${headersAgree('o', 's')})))`
  return sql<SqlBool>`person.ids && ${patient_ids}::uuid[] and (s.patient_id = any(${patient_ids}::uuid[])
    or (s.patient_id is null and s.pat_id = any(${patient_numbers}::text[])))`
}
