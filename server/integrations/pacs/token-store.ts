import { createHash } from 'node:crypto'
import { untilAborted } from '#server/kernel/way-out/until-aborted.ts'
import { askToken, type TokenQuestion } from './oauth-token.ts'

/** A token that was requested or received. */
interface Held {
  asking: Promise<string>
  /** Undefined until it is received. */
  token?: { value: string; until: number }
}

interface Wish {
  /** The token that the image server just rejected; a different one is needed. */
  refused?: string
  signal: AbortSignal
}

/** Returns the token for a request: one token request for all concurrent callers. Throws TokenError. */
export type TakeToken = (question: TokenQuestion, wish: Wish) => Promise<string>

/** A token is not used until its last second, because clocks differ and a request takes time. */
const MARGIN_MS = 30_000
const MARGIN_PART = 0.1
const HELD_MAX = 1_000

/** Stores tokens in memory, each until shortly before it expires. `now` returns the time in milliseconds. */
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
    // A failed request is repeated by the next caller; those who wait now get the error.
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

/**
 * The key contains everything that decides about the token and who may use it; secret and key are stored only as a
 * hash.
 */
function keyOf({ ownerId, tokenUrl, clientId, clientSecret, scope, by, identity }: TokenQuestion): string {
  const { certificate, key, ca } = identity
  return createHash('sha256')
    .update(JSON.stringify([ownerId, tokenUrl, clientId, clientSecret, scope, by, certificate, key, ca]))
    .digest('base64')
}
