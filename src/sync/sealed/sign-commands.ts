import { type SealedCommand, signedText } from '#contract/calls/delivery.ts'
import { toBase64 } from '#contract/kernel/base64.ts'
import type { OutboxRow, VaultTerms, WorkDatabase } from '#src/db/work-database.ts'
import { headerOf } from '../outbox/wire.ts'
import { signText } from './device-key.ts'

/** Whose sealed commands these are: readable while the vault is locked. */
export interface Author {
  terms: VaultTerms
  signing: CryptoKey
}

/** The author whose database this is; undefined where this device was never registered for one. */
export async function findAuthor(work: WorkDatabase): Promise<Author | undefined> {
  const [device, terms] = await work.keys.bulkGet(['device', 'terms'])
  if (device?.id !== 'device' || terms?.id !== 'terms') return undefined
  return { terms, signing: device.signing }
}

/** Commands as they travel without a session, in the order of the clicks; rows without a sealed copy are left out. */
export function signCommands(
  { terms, signing }: Author,
  rows: readonly OutboxRow[],
): Promise<SealedCommand[]> {
  const sealed = rows.filter(({ sealed, sealedKeyId }) => sealed !== null && sealedKeyId !== undefined)
  return Promise.all(
    sealed.map(async (row) => {
      const item = {
        ...headerOf(row, sealed),
        client_id: terms.clientId,
        user_id: terms.userId,
        key_id: row.sealedKeyId!,
        sealed: toBase64(row.sealed!),
      }
      return { ...item, signature: await signText(signing, signedText(terms.deviceId, item)) }
    }),
  )
}
