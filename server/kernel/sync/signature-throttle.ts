import { createHash } from 'node:crypto'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Kernel } from '../http/kernel.ts'

const WINDOW_SECONDS = 15 * 60
/** Batches with a bad signature that one device, and one address with all its devices, may send in a window. */
const PER_DEVICE_AND_ADDRESS = 20
const PER_ADDRESS = 200

const WINDOW = `${WINDOW_SECONDS} seconds`
const LIMITS = [PER_DEVICE_AND_ADDRESS, PER_ADDRESS]

/** Refuses with 429 where too many bad signatures came from there. Good batches are asked, never counted. */
export async function demandFewBadSignatures(
  { database: { pool }, now }: Kernel,
  address: string,
  deviceId: string,
): Promise<void> {
  const at = now()
  const { rows } = await pool.query<{ since: Date | null }>(
    'select entry.find_throttle($1, $2, $3, $4::interval) as since',
    [keysOf(address, deviceId), LIMITS, at, WINDOW],
  )
  const since = rows[0]?.since
  if (!since) return
  const end = since.getTime() + WINDOW_SECONDS * 1000
  throw new Refusal('throttled', undefined, {
    retry_after: Math.max(1, Math.ceil((end - at.getTime()) / 1000)),
  })
}

/** Counts a batch in which a signature was bad. */
export async function countBadSignature(
  { database: { pool }, now }: Kernel,
  address: string,
  deviceId: string,
): Promise<void> {
  await pool.query('select from entry.take_try($1, $2, $3, $4::interval)', [
    keysOf(address, deviceId),
    LIMITS,
    now(),
    WINDOW,
  ])
}

// Hashed, so that the table lists no addresses.
function keysOf(address: string, deviceId: string): string[] {
  const keyOf = (text: string) => `signature:${createHash('sha256').update(text).digest('base64url')}`
  return [keyOf(`${deviceId}\n${address}`), keyOf(address)]
}
