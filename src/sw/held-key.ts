/** How long a key that a page left here is kept: a reload comes at once, or it was no reload. */
export const HOLD_MS = 60_000

/** Opaque to the worker. */
type Key = object

/**
 * Holds the vault key between a page that unloads and its successor (docs/sync.md). In memory only: gone if the worker
 * stops.
 */
export class HeldKeys {
  readonly #keys = new Map<string, { key: Key; until: number }>()

  hold(userId: string, key: Key, now = Date.now()): void {
    this.#keys.set(userId, { key, until: now + HOLD_MS })
    setTimeout(() => this.#forgetOld(), HOLD_MS + 1)
  }

  /** Returns the key once; undefined if there is none. */
  take(userId: string, now = Date.now()): Key | undefined {
    const held = this.#keys.get(userId)
    this.#keys.delete(userId)
    return held && now <= held.until ? held.key : undefined
  }

  drop(userId: string): void {
    this.#keys.delete(userId)
  }

  #forgetOld(now = Date.now()): void {
    for (const [userId, { until }] of this.#keys) if (now > until) this.#keys.delete(userId)
  }
}

interface KeyMessage {
  type?: unknown
  userId?: unknown
  key?: Key
}

/** Handles a message about keys; returns whether it was one. */
export function answerKeyMessage(
  held: HeldKeys,
  message: KeyMessage,
  port: MessagePort | undefined,
): boolean {
  const { type, userId, key } = message
  if (typeof userId !== 'string') return false
  if (type === 'HOLD_KEY' && key) held.hold(userId, key)
  else if (type === 'TAKE_KEY') port?.postMessage(held.take(userId))
  else if (type === 'DROP_KEY') held.drop(userId)
  else return false
  return true
}
