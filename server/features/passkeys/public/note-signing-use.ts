import type { Context } from '#server/kernel/context.ts'

/** Records the use of a passkey of the caller's client by a touch that signs; a removed one counts too. */
export async function noteSigningUse(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  { id, counter: known, lastUsed }: { id: string; counter: number; lastUsed: Date | null },
  { at, counter }: { at: number; counter: number },
): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({
      counter: Math.max(counter, known),
      last_used: new Date(Math.max(at, lastUsed?.getTime() ?? 0)),
    })
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .execute()
}
