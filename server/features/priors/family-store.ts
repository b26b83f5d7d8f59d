import { sql } from 'kysely'
import type { PatientFamily } from '#domain/prior/same-patient.ts'
import type { Tx } from '#server/kernel/context.ts'

const NO_FAMILY: PatientFamily = { ids: new Set(), numbers: new Set() }

/**
 * For each of these studies the records of its person: the one that the study is linked to (of a study that nobody
 * linked the one with its patient id), and all that were merged with it. Merges that were taken back do not count.
 */
export async function selectFamilies(
  tx: Tx,
  clientId: string,
  studyIds: readonly string[],
): Promise<(studyId: string) => PatientFamily> {
  const { rows } = await sql<{ study_id: string; id: string; pat_id: string }>`
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
    select f.study_id, p.id, p.pat_id from family f
      join patient p on p.client_id = ${clientId} and p.id = f.id`.execute(tx)
  const families = Map.groupBy(rows, ({ study_id }) => study_id)
  return (studyId) => {
    const records = families.get(studyId)
    if (!records) return NO_FAMILY
    return {
      ids: new Set(records.map(({ id }) => id)),
      numbers: new Set(records.map(({ pat_id }) => pat_id)),
    }
  }
}
