import { sql } from 'kysely'
import { findLanguage, type Language, languageOf } from '#domain/language/languages.ts'
import type { Tx } from '#server/kernel/context.ts'

/**
 * Returns the language that was chosen for a patient at a branch: the patient's own, else the branch's; undefined if
 * neither has one.
 */
export async function findPatientLanguage(
  tx: Tx,
  clientId: string,
  { patientId, branchId }: { patientId: string | null; branchId: string | null },
): Promise<Language | undefined> {
  const { rows } = await sql<{ own: string | null; branch: string | null }>`
    select (select language from patient where client_id = ${clientId}::uuid and id = ${patientId}::uuid) as own,
      (select patient_language from branch where client_id = ${clientId}::uuid and id = ${branchId}::uuid) as branch`.execute(
    tx,
  )
  return findLanguage(rows[0]?.own, rows[0]?.branch)
}

/** Returns the language that the patient of a study is addressed in; English if the study is unknown. */
export async function languageOfStudy(
  tx: Tx,
  clientId: string,
  studyId: string | undefined,
): Promise<Language> {
  if (studyId === undefined) return 'en'
  const { rows } = await sql<{ own: string | null; branch: string | null }>`
    select p.language as own, b.patient_language as branch from study s
    left join patient p on p.client_id = s.client_id and p.id = s.patient_id
    left join branch b on b.client_id = s.client_id and b.id = s.branch_id
    where s.client_id = ${clientId} and s.id = ${studyId}`.execute(tx)
  return languageOf(rows[0]?.own, rows[0]?.branch)
}

/** Returns the language that the patient of a visit is addressed in; English if the visit is unknown. */
export async function languageOfVisit(tx: Tx, clientId: string, visitId: string): Promise<Language> {
  const { rows } = await sql<{ own: string | null; branch: string | null }>`
    select p.language as own, b.patient_language as branch from visit v
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    where v.client_id = ${clientId} and v.id = ${visitId}`.execute(tx)
  return languageOf(rows[0]?.own, rows[0]?.branch)
}
