const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/**
 * A name, a date or a number inside a sentence of another direction, as `<bdi>` does it in a page: it is laid out by
 * itself, so that neither it nor the sentence around it is turned.
 */
export const isolated = (part: string | number): string => `${FIRST_STRONG_ISOLATE}${part}${POP_ISOLATE}`
