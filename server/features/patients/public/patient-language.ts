import { sql } from 'kysely'
import { findLanguage, type Language } from '#domain/language/languages.ts'
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
