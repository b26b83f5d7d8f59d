import { sql } from 'kysely'
import { type Identity, identityDifferences } from '#domain/match/identity-differences.ts'
import type { PatientFamily } from '#domain/prior/same-patient.ts'
import type { Tx } from '#server/kernel/context.ts'

/** A record of a study's family, and the identity in the study's header. */
interface FamilyRow extends Identity {
  study_id: string
  id: string
  is_linked: boolean
  header: Identity
}

const NO_FAMILY: PatientFamily = { ids: new Set(), numbers: new Set() }

/**
 * Selects, for each of these studies, the records of its person: the linked one (for an unlinked study, the one with
 * its patient id), and all that were merged with it. Undone merges do not count. Two image servers may give the same
 * number to two people, so a record found by number counts only if its name, birth date and sex, or those of a record
 * merged with it, do not differ from the study's.
 */
export async function selectFamilies(
  tx: Tx,
  clientId: string,
  studyIds: readonly string[],
): Promise<(studyId: string) => PatientFamily> {
  const { rows } = await sql<FamilyRow>`
    with recursive family (study_id, id) as (
      select s.id, p.id from study s
        join patient p on p.client_id = s.client_id
          and p.id = coalesce(s.patient_id, (select n.id from patient n
            where n.client_id = s.client_id and n.pat_id = s.pat_id and s.pat_id <> ''))
        where s.client_id = ${clientId} and s.id = any(${[...studyIds]}::uuid[])
      union
      select f.study_id, other.id from family f
        cross join lateral (
          select merged_id as id from patient_merge
            where client_id = ${clientId} and kept_id = f.id and undone_on is null
          union all
          select kept_id from patient_merge
            where client_id = ${clientId} and merged_id = f.id and undone_on is null) other
    )
    select f.study_id, p.id, p.pat_id, trim(p.fname || ' ' || p.lname) as pat_name, case when p.is_dob_from_age then null else p.dob end as pat_birthdate,
        p.gender as pat_sex, s.patient_id is not null as is_linked,
        jsonb_build_object('pat_id', s.pat_id, 'pat_name', s.pat_name, 'pat_birthdate', s.pat_birthdate,
          'pat_sex', s.pat_sex) as header
      from family f
      join study s on s.client_id = ${clientId} and s.id = f.study_id
      join patient p on p.client_id = ${clientId} and p.id = f.id`.execute(tx)
  const families = Map.groupBy(rows, ({ study_id }) => study_id)
  return (studyId) => {
    const records = families.get(studyId)
    if (!records?.some(isOfHeader)) return NO_FAMILY
    return {
      ids: new Set(records.map(({ id }) => id)),
      numbers: new Set(records.map(({ pat_id }) => pat_id)),
    }
  }
}

const isOfHeader = ({ is_linked, header, ...record }: FamilyRow): boolean =>
  is_linked || identityDifferences(header, record).every((field) => field === 'pat_id')
