import { newTouchSalt, unwrapByTouch, wrapByTouch } from '#src/db/sealing/touch-wrap.ts'
import type { KnownPasskey, PasskeysRow, TouchRow, TouchRowId, WorkDatabase } from '#src/db/work-database.ts'
import { askSecret } from '#src/sync/touch/ask-passkey.ts'
import { TouchError } from '#src/sync/touch/touch-error.ts'
import type { RawKey } from './vault-keys.ts'

const rowId = (credentialId: string): TouchRowId => `touch:${credentialId}`

const touchRows = ({ keys }: WorkDatabase) =>
  keys.where('id').startsWith('touch:').toArray() as Promise<TouchRow[]>

/** Returns the passkeys that open this vault, by credential id. */
export async function findTouches(work: WorkDatabase): Promise<string[]> {
  return (await touchRows(work)).map(({ credentialId }) => credentialId)
}

/** Returns the user's passkeys as the server last reported them. */
export async function findKnownPasskeys({ keys }: WorkDatabase): Promise<PasskeysRow | undefined> {
  const row = await keys.get('passkeys')
  return row?.id === 'passkeys' ? row : undefined
}

/**
 * Wraps the data key with the secret of the one of `passkeys` that the user touches. Returns that passkey. Throws
 * TouchError: the passkey is asked, and nothing is stored for one that computes no secret.
 */
export async function keepTouch(
  work: WorkDatabase,
  key: RawKey,
  passkeys: readonly KnownPasskey[],
  rpId: string | undefined,
): Promise<KnownPasskey> {
  const salts = new Map(passkeys.map(({ credentialId }) => [credentialId, newTouchSalt()]))
  const { credentialId, secret } = await askSecret({ passkeys, rpId }, salts)
  const answered = passkeys.find((one) => one.credentialId === credentialId)
  const salt = salts.get(credentialId)
  if (!answered || !salt) throw new TouchError('wrong')
  const wrap = await wrapByTouch(key.id, key.raw, { secret, salt })
  secret.fill(0)
  await work.keys.put({ id: rowId(credentialId), credentialId, ...wrap })
  return answered
}

/** Returns the data key after the touch of a passkey, without the network. Throws TouchError. */
export async function openByTouch(work: WorkDatabase, signal?: AbortSignal): Promise<RawKey> {
  const [rows, listed] = await Promise.all([touchRows(work), findKnownPasskeys(work)])
  const transports = new Map(listed?.known.map((one) => [one.credentialId, one.transports]))
  const passkeys = rows.map(({ credentialId }) => ({
    credentialId,
    transports: transports.get(credentialId) ?? [],
  }))
  const salts = new Map(rows.map(({ credentialId, salt }) => [credentialId, salt]))
  const { credentialId, secret } = await askSecret({ passkeys, rpId: listed?.rpId, signal }, salts)
  const row = rows.find((one) => one.credentialId === credentialId)
  const raw = row && (await unwrapByTouch(row, secret))
  secret.fill(0)
  if (!row || !raw) throw new TouchError('wrong')
  return { id: row.keyId, raw }
}

/** Removes one passkey from this vault, or all: they no longer open it. */
export async function dropTouches(work: WorkDatabase, credentialId?: string): Promise<void> {
  if (credentialId !== undefined) await work.keys.delete(rowId(credentialId))
  else await work.keys.where('id').startsWith('touch:').delete()
}

/**
 * Stores the server's list of the user's passkeys: removed ones no longer open this vault. Returns whether one of those
 * did.
 */
export async function notePasskeys(work: WorkDatabase, row: Omit<PasskeysRow, 'id'>): Promise<boolean> {
  const valid = new Set(row.known.map(({ credentialId }) => credentialId))
  return work.transaction('rw', work.keys, async () => {
    const gone = (await touchRows(work)).filter(({ credentialId }) => !valid.has(credentialId))
    await work.keys.bulkDelete(gone.map(({ id }) => id))
    await work.keys.put({ id: 'passkeys', ...row })
    return gone.length > 0
  })
}
