import type pg from 'pg'
import { type SealedCommand, signedText } from '#contract/calls/delivery.ts'
import { fromBase64 } from '#contract/kernel/base64.ts'
import { type CallerRow, toCaller } from '../auth/session-store.ts'
import type { Caller } from '../context.ts'

/** Who made sealed commands on a device, as the database knows them now. */
export interface Author {
  caller: Omit<Caller, 'timeZone'>
  allowedIps: readonly string[]
  isActive: boolean
  isDeviceRevoked: boolean
  /** What the device signs by; absent where it never registered one. */
  signing: CryptoKey | undefined
}

interface AuthorRow extends CallerRow {
  is_active: boolean
  public_key: Buffer | null
  revoked: Date | null
}

const SIGNING = { name: 'ECDSA', namedCurve: 'P-256' } as const
const DIGEST = { name: 'ECDSA', hash: 'SHA-256' } as const
/** The author of a sealed command acts without a session; this id names none. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** The author of commands that name this client and user on this device; undefined where the three do not belong together. */
export async function findAuthor(
  pool: pg.Pool,
  { client_id, user_id }: Pick<SealedCommand, 'client_id' | 'user_id'>,
  deviceId: string,
): Promise<Author | undefined> {
  const { rows } = await pool.query<AuthorRow>('select * from entry.find_author($1, $2, $3)', [
    client_id,
    deviceId,
    user_id,
  ])
  const row = rows[0]
  if (!row) return undefined
  return {
    caller: toCaller(row, NO_SESSION),
    allowedIps: row.allowed_ips,
    isActive: row.is_active,
    isDeviceRevoked: row.revoked !== null,
    signing: row.public_key ? await importSigningKey(row.public_key) : undefined,
  }
}

/** The public key (raw, 65 bytes) that a device signs by; throws where the bytes are none. */
export function importSigningKey(raw: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', Uint8Array.from(raw), SIGNING, false, ['verify'])
}

/** True where the device key signed exactly this. */
export async function isSignedBy(
  { signing }: Author,
  deviceId: string,
  { signature, ...item }: SealedCommand,
): Promise<boolean> {
  if (!signing) return false
  const signed = new TextEncoder().encode(signedText(deviceId, item))
  const bytes = bytesOf(signature)
  return bytes !== undefined && crypto.subtle.verify(DIGEST, signing, bytes, signed)
}

/** Base64 of the right letters may still be of no length that base64 has. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(base64)
  } catch {
    return undefined
  }
}
