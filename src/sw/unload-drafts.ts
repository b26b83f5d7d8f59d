/** How long a handed-over text waits for the next page. */
const HOLD_MS = 60_000

/** Opaque to the worker. */
type Text = object

/**
 * Holds unsaved text of a page that unloaded before it could seal it, for the next page. In memory only, like the key
 * (held-key.ts): nothing readable is written to the disk.
 */
export class UnloadDraftHolder {
  readonly #texts = new Map<string, { text: Text; until: number }[]>()

  hold(userId: string, text: Text, now = Date.now()): void {
    this.#texts.set(userId, [...(this.#texts.get(userId) ?? []), { text, until: now + HOLD_MS }])
    setTimeout(() => this.#forgetOld(), HOLD_MS + 1)
  }

  /** Returns the texts of a user, oldest first, and forgets them. */
  take(userId: string, now = Date.now()): Text[] {
    const held = this.#texts.get(userId) ?? []
    this.#texts.delete(userId)
    return held.filter(({ until }) => now <= until).map(({ text }) => text)
  }

  drop(userId: string): void {
    this.#texts.delete(userId)
  }

  #forgetOld(now = Date.now()): void {
    for (const [userId, held] of this.#texts) {
      const young = held.filter(({ until }) => now <= until)
      if (young.length > 0) this.#texts.set(userId, young)
      else this.#texts.delete(userId)
    }
  }
}

interface TextMessage {
  type?: unknown
  userId?: unknown
  text?: Text
}

/** Handles a message about handed-over texts; returns whether it was one. Dropping the key drops the texts. */
export function answerTextMessage(
  held: UnloadDraftHolder,
  { type, userId, text }: TextMessage,
  port: MessagePort | undefined,
): boolean {
  if (typeof userId !== 'string') return false
  if (type === 'DROP_KEY') held.drop(userId)
  if (type === 'HOLD_TEXT' && text) held.hold(userId, text)
  else if (type === 'TAKE_TEXTS') port?.postMessage(held.take(userId))
  else return false
  return true
}
