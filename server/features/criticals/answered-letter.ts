import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import type { Tx } from '#server/kernel/context.ts'
import { recallLettersOf } from '../messages/public/recall.ts'
import { IS_UNANSWERED } from './step-store.ts'

interface Letter {
  client_id: string
  /** The critical record of an automatic letter, to the centre's people or to the referrer. */
  critical_id: string | null
}

/** Returns true for an automatic letter whose critical result has been answered or whose study was deleted. */
export async function isAnsweredLetter(tx: Tx, { client_id, critical_id }: Letter): Promise<boolean> {
  if (critical_id === null) return false
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from critical_result c
      join study st on st.client_id = c.client_id and st.id = c.study_id and st.hidden is null
      where c.client_id = ${client_id} and c.id = ${critical_id} and ${IS_UNANSWERED}) as waits`.execute(tx)
  return rows[0]?.waits !== true
}

/** Recalls the automatic letters that are still waiting to be sent, because the record was answered. */
export async function recallLetters(
  { tx, now }: { tx: Tx; now: Date },
  { client_id: clientId, id }: { client_id: string; id: string },
): Promise<void> {
  const recalled = await recallLettersOf(tx, clientId, id)
  const line = { clientId, userId: undefined, action: 'not_sent', type: 'message', at: now } as const
  for (const message of recalled) await writeAudit(tx, { ...line, recordId: message.id })
}

/** Throws if the letter is automatic and no longer needed. */
export async function demandUnansweredLetter(tx: Tx, letter: Letter): Promise<void> {
  if (await isAnsweredLetter(tx, letter))
    throw new Refusal('refused', 'This critical result has been answered: this letter is no longer needed.')
}
