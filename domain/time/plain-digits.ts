/** Arabic, Persian and Devanagari digits, as typed on patients' keyboards. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/gu
const FIRST_DEVANAGARI = 0x966

/** Returns the text with its digits as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    return String((code & 0xf) - (code >= FIRST_DEVANAGARI ? 6 : 0))
  })
}
