/** A text with its size in bytes. */
interface Sized {
  bytes: number
}

/**
 * The texts, in order, that fit into `room` bytes together. A text that is too long is skipped, and shorter ones after
 * it are still taken.
 */
export function fitTexts<T extends Sized>(texts: readonly T[], room: number): Set<T> {
  const fitting = new Set<T>()
  let left = room
  for (const text of texts) {
    if (text.bytes > left) continue
    fitting.add(text)
    left -= text.bytes
  }
  return fitting
}

/** The size of a value as JSON in UTF-8, in bytes. */
export const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** The first `max` characters of a text, with an ellipsis if truncated; no character is cut in two. */
export function cutText(text: string, max: number): string {
  const letters = Array.from(text)
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}
