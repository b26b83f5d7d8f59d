const SUSPECT = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/**
 * The text without the characters that no XML document may hold, escaped or not: controls but tab and line ends, halves
 * of pairs. Headers of images bring them, and one makes the whole document unreadable to its receiver.
 */
export const xmlLetters = (text: string): string =>
  text.replace(SUSPECT, (sign) => (isAllowed(sign.charCodeAt(0)) ? sign : ''))

const isAllowed = (code: number): boolean =>
  code === 0x09 || code === 0x0a || code === 0x0d || (code >= 0x20 && code < 0xd800)
