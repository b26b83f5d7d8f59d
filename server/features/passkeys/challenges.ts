import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Tx } from '#server/kernel/context.ts'
import { randomSecret, secretHash } from '../auth/secret.ts'

const LIFETIME_MS = 5 * 60_000

/** What a challenge is for; an answer to it serves nothing else. */
export type ChallengePurpose =
  | 'register'
  | 'confirm'
  | 'sign_in'
  | 'second_factor'
  | 'first_passkey'
  | 'device_key'

/** Whom a challenge was given to. */
export interface ChallengeHolder {
  clientId: string
  userId: string
  sessionId?: string | undefined
  deviceId?: string | undefined
}

/** A new challenge (base64url) for one answer within five minutes; `holder` is unknown where a passkey alone signs in. */
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

/** Uses a challenge up and returns whom it was given to; undefined where there is none of this purpose any more. */
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

/** As `takeChallenge`, without using it up: for what may be tried several times. */
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

/** The challenge that a browser's answer names; refuses what is no client data. */
export function challengeOf(clientDataJson: string, field: string): string {
  const refusal = new Refusal('invalid', undefined, { fields: { [field]: 'is no answer of a passkey' } })
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    if (typeof data !== 'object' || data === null || !('challenge' in data)) throw refusal
    if (typeof data.challenge !== 'string') throw refusal
    // Nobody frames the app; an answer from inside a foreign page was not asked for by it.
    if ('crossOrigin' in data && data.crossOrigin === true) throw refusal
    return data.challenge
  } catch {
    throw refusal
  }
}
