import type { SealedCommand } from '#contract/calls/delivery.ts'
import { toBase64 } from '#contract/kernel/base64.ts'
import type { OutboxRow, VaultTerms, WorkDatabase } from '#src/db/work-database.ts'
import { forerunnersOf, previousInLane } from '../outbox/send/wire.ts'
import { signedHeaderOf } from './sign-command.ts'

/** The owner of the sealed commands: readable while the vault is locked; undefined if the device is not registered. */
export async function findTerms(work: WorkDatabase): Promise<VaultTerms | undefined> {
  const terms = await work.keys.get('terms')
  return terms?.id === 'terms' ? terms : undefined
}

/** Whether a row can be sent without a session: sealed for the server, and signed by its author. */
export const isSealed = ({
  sealed,
  sealedKeyId,
  signature,
}: Pick<OutboxRow, 'sealed' | 'sealedKeyId' | 'signature'>) =>
  sealed !== null && sealedKeyId !== undefined && signature !== undefined

/** Commands in wire format for sending without a session, in click order; leaves out unsealed and unsigned ones. */
export function travelling(terms: VaultTerms, rows: readonly OutboxRow[]): SealedCommand[] {
  const sealed = rows.filter(isSealed)
  return sealed.map((row) => {
    // A lane is sequential: its last predecessor implies the earlier ones.
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
