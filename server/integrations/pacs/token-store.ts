import { createHash } from 'node:crypto'
import { untilAborted } from '#server/kernel/way-out/until-aborted.ts'
import { askToken, type TokenQuestion } from './oauth-token.ts'

/** A token that is being asked for, or was given. */
interface Held {
  asking: Promise<string>
  /** Undefined until it is given. */
  token?: { value: string; until: number }
}

interface Wish {
  /** The token that the image server just refused: another one is wanted. */
  refused?: string
  signal: AbortSignal
}

/** Takes the token of a question: one request for all who want it at the same time. Throws TokenError. */
export type TakeToken = (question: TokenQuestion, wish: Wish) => Promise<string>

/** A token is not used up to its last second: the clocks differ, and a request takes time. */
const MARGIN_MS = 30_000
const MARGIN_PART = 0.1
const HELD_MAX = 1_000

/** Keeps tokens in memory, each until shortly before its end. `now` tells the time in milliseconds. */
export function createTokenStore(now: () => number = Date.now): TakeToken {
  const held = new Map<string, Held>()
  const isUsable = ({ token }: Held, refused: string | undefined) =>
    token === undefined || (token.value !== refused && token.until > now())
  const ask = (key: string, question: TokenQuestion): Held => {
    const began = now()
    const one: Held = {
      asking: askToken(question).then(({ value, lifetimeMs }) => {
        one.token = { value, until: began + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs * MARGIN_PART) }
        return value
      }),
    }
    // What failed is asked anew by the next one; those who wait now are told the reason.
    one.asking.catch(() => {
      if (held.get(key) === one) held.delete(key)
    })
    return one
  }
  return (question, { refused, signal }) => {
    const key = keyOf(question)
    const known = held.get(key)
    if (known && isUsable(known, refused)) return untilAborted(known.asking, signal)
    if (held.size >= HELD_MAX) held.clear()
    const one = ask(key, question)
    held.set(key, one)
    return untilAborted(one.asking, signal)
  }
}

/** By everything that decides about the token and about who may have it; secret and key are kept as a print alone. */
function keyOf({ ownerId, tokenUrl, clientId, clientSecret, scope, by, identity }: TokenQuestion): string {
  const { certificate, key, ca } = identity
  return createHash('sha256')
    .update(JSON.stringify([ownerId, tokenUrl, clientId, clientSecret, scope, by, certificate, key, ca]))
    .digest('base64')
}
