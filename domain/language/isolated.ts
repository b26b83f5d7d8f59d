const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/**
 * Isolates a name, date or number inside a sentence of another direction, like `<bdi>` in HTML: it is laid out on its
 * own, so that neither it nor the surrounding sentence is reordered.
 */
export const isolated = (part: string | number): string => `${FIRST_STRONG_ISOLATE}${part}${POP_ISOLATE}`

/** Returns a text without these marks: an SMS is counted and compared letter by letter. */
export const withoutIsolates = (text: string): string =>
  text.replaceAll(FIRST_STRONG_ISOLATE, '').replaceAll(POP_ISOLATE, '')
