import { createHash } from 'node:crypto'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'

const WINDOW_SECONDS = 15 * 60
/** Bad signatures allowed per window, for one signer from one address, and for one address with all its signers. */
const PER_SIGNER_AND_ADDRESS = 20
const PER_ADDRESS = 200

const WINDOW = `${WINDOW_SECONDS} seconds`
const LIMITS = [PER_SIGNER_AND_ADDRESS, PER_ADDRESS]

/**
 * Throws 429 if too many bad signatures came from there. `signer` is the claimed signer: a device, or the client whose
 * webhook was called. Good signatures are checked but never counted.
 */
export async function demandFewBadSignatures(
  { database: { pool }, now }: Kernel,
  address: string,
  signer: string,
): Promise<void> {
  const at = now()
  const { rows } = await pool.query<{ since: Date | null }>(
    'select entry.find_throttle($1, $2, $3, $4::interval) as since',
    [keysOf(address, signer), LIMITS, at, WINDOW],
  )
  const since = rows[0]?.since
  if (!since) return
  const end = since.getTime() + WINDOW_SECONDS * 1000
  throw new Refusal('throttled', undefined, {
    retry_after: Math.max(1, Math.ceil((end - at.getTime()) / 1000)),
  })
}

/** Counts a batch or webhook with a bad signature. */
export async function countBadSignature(
  { database: { pool }, now }: Kernel,
  address: string,
  signer: string,
): Promise<void> {
  await pool.query('select from entry.take_try($1, $2, $3, $4::interval)', [
    keysOf(address, signer),
    LIMITS,
    now(),
    WINDOW,
  ])
}

// Hashed, so that the table contains no addresses.
function keysOf(address: string, signer: string): string[] {
  const keyOf = (text: string) => `signature:${createHash('sha256').update(text).digest('base64url')}`
  return [keyOf(`${signer}\n${address}`), keyOf(address)]
}
