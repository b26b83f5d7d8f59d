/** A text that a page left here waits this long for the page that takes its place. */
const HOLD_MS = 60_000

/** The worker passes it on and never looks inside. */
type Text = object

/**
 * Holds the last words of a page that was left before it could seal them, for the page that takes its place. In memory
 * only, as the key is (held-key.ts): nothing readable is written by it.
 */
export class HeldTexts {
  readonly #texts = new Map<string, { text: Text; until: number }[]>()

  hold(userId: string, text: Text, now = Date.now()): void {
    this.#texts.set(userId, [...(this.#texts.get(userId) ?? []), { text, until: now + HOLD_MS }])
    setTimeout(() => this.#forgetOld(), HOLD_MS + 1)
  }

  /** Gives the texts out, once, oldest first. */
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

/** Returns the messages about texts; true where it was one. A key that is locked away takes the texts with it. */
export function answerTextMessage(
  held: HeldTexts,
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
