import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'

/**
 * The statement that recalls messages `m` which still wait, and returns their ids; `of` joins the rows that they were
 * sent for. For a statement that recalls those rows too.
 */
export const recallingMessages = (of: RawBuilder<unknown>): RawBuilder<{ id: string }> => sql`
      update message m set state = 'Recalled' ${of} and m.state = 'Waiting'
      returning m.id`

/** Recalls the letters of a critical result that still wait, and returns their ids. */
export function recallLettersOf(tx: Tx, clientId: string, criticalId: string): Promise<{ id: string }[]> {
  return tx
    .updateTable('message')
    .set({ state: 'Recalled', last_error: '' })
    .where('client_id', '=', clientId)
    .where('critical_id', '=', criticalId)
    .where('state', '=', 'Waiting')
    .returning('id')
    .execute()
}
