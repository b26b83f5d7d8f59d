import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { randomSecret, secretHash } from '#server/kernel/auth/secret.ts'
import type { Tx } from '#server/kernel/context.ts'

const LIFETIME_MS = 5 * 60_000

/** The purpose of a challenge; a response to it is valid for nothing else. */
export type ChallengePurpose =
  | 'register'
  | 'confirm'
  | 'sign_in'
  | 'second_factor'
  | 'first_passkey'
  | 'device_key'

/** Who received a challenge. */
export interface ChallengeHolder {
  clientId: string
  userId: string
  sessionId?: string | undefined
  deviceId?: string | undefined
}

/**
 * Creates a challenge (base64url) for one response within five minutes; `holder` is unknown if the sign-in is by
 * passkey alone.
 */
export async function makeChallenge(
  tx: Tx,
  purpose: ChallengePurpose,
  holder: ChallengeHolder | undefined,
  now: Date,
): Promise<string> {
  const challenge = randomSecret()
  await sql`select entry.put_passkey_challenge(${secretHash(challenge)}, ${purpose}, ${holder?.clientId ?? null},
    ${holder?.userId ?? null}, ${holder?.sessionId ?? null}, ${holder?.deviceId ?? null},
    ${new Date(now.getTime() + LIFETIME_MS)}, ${now})`.execute(tx)
  return challenge
}

interface ChallengeRow {
  client_id: string | null
  user_id: string | null
  session_id: string | null
  device_id: string | null
}

/** Consumes a challenge and returns its holder; undefined if no challenge of this purpose exists. */
export async function takeChallenge(
  tx: Tx,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Promise<Partial<ChallengeHolder> | undefined> {
  const { rows } = await sql<ChallengeRow>`
    select * from entry.take_passkey_challenge(${secretHash(challenge)}, ${purpose}, ${now})`.execute(tx)
  return holderOf(rows[0])
}

/** Does the same as `takeChallenge` without consuming it, for actions that may be attempted several times. */
export async function findChallenge(
  tx: Tx,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Promise<Partial<ChallengeHolder> | undefined> {
  const { rows } = await sql<ChallengeRow>`
    select * from entry.find_passkey_challenge(${secretHash(challenge)}, ${purpose}, ${now})`.execute(tx)
  return holderOf(rows[0])
}

function holderOf(row: ChallengeRow | undefined): Partial<ChallengeHolder> | undefined {
  return (
    row && {
      ...(row.client_id !== null && { clientId: row.client_id }),
      ...(row.user_id !== null && { userId: row.user_id }),
      sessionId: row.session_id ?? undefined,
      deviceId: row.device_id ?? undefined,
    }
  )
}

/** Returns the challenge in a browser's response; throws if it is not valid client data. */
export function challengeOf(clientDataJson: string, field: string): string {
  const refusal = new Refusal('invalid', undefined, { fields: { [field]: 'is no answer of a passkey' } })
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    if (typeof data !== 'object' || data === null || !('challenge' in data)) throw refusal
    if (typeof data.challenge !== 'string') throw refusal
    // The app is never framed, so a response from within a foreign page is not accepted.
    if ('crossOrigin' in data && data.crossOrigin === true) throw refusal
    return data.challenge
  } catch {
    throw refusal
  }
}
