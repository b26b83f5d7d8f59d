import type { Tx } from '#server/kernel/context.ts'

/** Returns true if the client withholds results until they are paid (docs/studies.md). */
export async function clientWaitsForPayment(tx: Tx, clientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('client_setting')
    .select('results_wait_for_payment')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.results_wait_for_payment ?? false
}
