import { sql } from 'kysely'
import type { SignedParts } from '#domain/report/signed-content.ts'
import type { Tx } from '#server/kernel/context.ts'

/** One signature under a text, as entry.find_signatures gives it. */
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

/** Two reports of the same words have the same hash; so many of them are answered. */
const MOST = 20

export interface SignatureSearch {
  hash: string
  clientId?: string
  reportId?: string | undefined
}

/** The signatures under the text of this hash, newest first. */
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

/** The text of this hash; undefined where no report was ever signed with it. */
export async function findSignedText(tx: Tx, hash: string): Promise<SignedParts | undefined> {
  const { rows } = await sql<SignedParts>`select * from entry.find_signed_text(${hash})`.execute(tx)
  return rows[0]
}
