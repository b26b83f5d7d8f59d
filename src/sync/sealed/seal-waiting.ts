import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { type CommandSealer, findServerKey, type SealedPart } from './seal-command.ts'
import { type CommandSigner, findSignerRow, type SignedPart, type SignedRow } from './sign-command.ts'

/** Rows read, opened, sealed and signed at a time. */
const STEP = 100

/**
 * Prepares waiting commands for sending without a session: seals them for the server's current key, and signs them with
 * this device's key. Sealed content on the disk is never signed as is: the input is opened and sealed again, so that
 * the signature covers what its author typed. Waits while the vault is locked. Returns how many were prepared.
 */
export async function sealWaiting(
  { work, outbox }: Databases,
  seal: CommandSealer,
  sign: CommandSigner,
): Promise<number> {
  const [server, signer] = await Promise.all([findServerKey(work), findSignerRow(work)])
  if (!server) return 0
  const isReady = (row: OutboxRow) =>
    row.sealed !== null &&
    row.sealedKeyId === server.keyId &&
    (!signer || (row.signature !== undefined && row.signedBy === signer.publicKey))
  let count = 0
  // By whole pages in click order: a database filter would be evaluated again for each row while the whole
  // queue goes out.
  for (let last = -1; ; ) {
    const page = await work.outbox.where('seq').above(last).limit(STEP).toArray()
    const rows = page.filter((row) => row.state !== 'acked' && !isHeld(row) && !isReady(row))
    const parts = rows.length === 0 ? [] : await readyAll(outbox, seal, sign, rows)
    // The input of a command never changes, so this copy is valid whatever happened to its row meanwhile; its place may
    // change, and then the next look signs it.
    if (parts.length > 0)
      await work.transaction('rw', work.outbox, async () => {
        for (const { row, sealed, signed } of parts) {
          const now = await work.outbox.get(row.id)
          if (now && placeOf(now) === placeOf(row)) await work.outbox.update(row.id, { ...sealed, ...signed })
        }
      })
    count += parts.length
    // The key changed again meanwhile: the next greeting seals for it.
    const hasNewKey = parts.some(({ sealed }) => sealed.sealedKeyId !== server.keyId)
    if (page.length < STEP || hasNewKey) return count
    last = page.at(-1)?.seq ?? last
  }
}

/** True if its author must confirm it first: the key that signed it was retired. */
export const isHeld = ({ state, lastError }: Pick<OutboxRow, 'state' | 'lastError'>) =>
  state === 'parked' && lastError?.code === 'held'

const placeOf = ({ seq, base, depends, supersedes, at, skewMs }: SignedRow) =>
  JSON.stringify([seq, base, depends, supersedes, at, skewMs])

interface Ready {
  row: OutboxRow
  sealed: SealedPart
  signed: SignedPart
}

async function readyAll(
  outbox: Databases['outbox'],
  seal: CommandSealer,
  sign: CommandSigner,
  rows: readonly OutboxRow[],
): Promise<Ready[]> {
  const commands = await outbox.openAll(rows)
  return Promise.all(
    rows.map(async (row, i) => {
      const sealed = await seal(row, commands[i]!.body.input)
      return { row, sealed, signed: await sign({ ...row, ...sealed }) }
    }),
  )
}
