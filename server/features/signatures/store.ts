import { sql } from 'kysely'
import { findOurLanguage, type Language } from '#domain/language/languages.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import type { Tx } from '#server/kernel/context.ts'

/** One signature of a text, as returned by entry.find_signatures. */
export interface FoundSignature {
  kind: 'report' | 'addendum'
  client_id: string
  study_id: string
  report_id: string
  centre: string
  status: 'Signed' | 'Verified'
  signed_on: Date
  signed_by: string
  is_current: boolean
  superseded_on: Date | null
}

/** The most signatures returned; reports with equal text have the same hash. */
const MOST = 20

export interface SignatureSearch {
  hash: string
  clientId?: string
  reportId?: string | undefined
}

/** Selects the signatures of the text with this hash, newest first. */
export async function findSignatures(
  tx: Tx,
  { hash, clientId, reportId }: SignatureSearch,
): Promise<FoundSignature[]> {
  const { rows } = await sql<FoundSignature>`
    select * from entry.find_signatures(${hash}, ${clientId ?? null}::uuid, ${reportId ?? null}::uuid, ${MOST})`.execute(
    tx,
  )
  return rows
}

/** Returns the language of the patients of the branch where a signature's study was made; undefined if it has none. */
export async function findBranchLanguage(
  tx: Tx,
  { client_id, study_id }: Pick<FoundSignature, 'client_id' | 'study_id'>,
): Promise<Language | undefined> {
  const { rows } = await sql<{ language: string | null }>`
    select entry.branch_language_of_study(${client_id}, ${study_id}) as language`.execute(tx)
  return findOurLanguage(rows[0]?.language)
}

/** Returns the text with this hash; undefined if no report with it was ever signed. */
export async function findSignedText(tx: Tx, hash: string): Promise<SignedParts | undefined> {
  const { rows } = await sql<SignedParts>`select * from entry.find_signed_text(${hash})`.execute(tx)
  return rows[0]
}
