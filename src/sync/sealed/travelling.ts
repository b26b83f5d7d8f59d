import type { SealedCommand } from '#contract/calls/delivery.ts'
import { toBase64 } from '#contract/kernel/base64.ts'
import type { OutboxRow, VaultTerms, WorkDatabase } from '#src/db/work-database.ts'
import { forerunnersOf, previousInLane } from '../outbox/wire.ts'
import { signedHeaderOf } from './sign-command.ts'

/** Whose sealed commands these are: readable while the vault is locked; undefined where this device was never registered. */
export async function findTerms(work: WorkDatabase): Promise<VaultTerms | undefined> {
  const terms = await work.keys.get('terms')
  return terms?.id === 'terms' ? terms : undefined
}

/** Whether a row travels without a session: sealed for the server, and signed by its author. */
export const isSealed = ({
  sealed,
  sealedKeyId,
  signature,
}: Pick<OutboxRow, 'sealed' | 'sealedKeyId' | 'signature'>) =>
  sealed !== null && sealedKeyId !== undefined && signature !== undefined

/** Commands as they travel without a session, in the order of the clicks; what is not sealed and signed is left out. */
export function travelling(terms: VaultTerms, rows: readonly OutboxRow[]): SealedCommand[] {
  const sealed = rows.filter(isSealed)
  return sealed.map((row) => {
    // A lane goes one by one: the last that it goes after stands for those before.
    const after = previousInLane(row, sealed) ?? forerunnersOf(row, sealed).at(-1)
    return {
      ...signedHeaderOf(row, terms),
      key_id: row.sealedKeyId!,
      ...(row.isOffline && { made_offline: true }),
      ...(row.receipts && { receipts: row.receipts }),
      ...(after && { after: after.id }),
      ...(row.delegation && { delegation: row.delegation }),
      sealed: toBase64(row.sealed!),
      signature: row.signature!,
    }
  })
}
