const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/**
 * Isolates a name, date or number inside a sentence of another direction, like `<bdi>` in HTML: it is laid out on its
 * own, so that neither it nor the surrounding sentence is reordered.
 */
export const isolated = (part: string | number): string => `${FIRST_STRONG_ISOLATE}${part}${POP_ISOLATE}`
