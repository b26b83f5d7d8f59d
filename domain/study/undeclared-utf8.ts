/** What each byte is in the set that a reader falls back to (Windows-1252, which holds ISO 8859-1). */
const LETTERS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const BYTE_OF: ReadonlyMap<string, number> = new Map([
  ...Array.from(LETTERS, (letter, byte) => [letter, byte] as const),
  // In ISO 8859-1 these places are controls.
  ...Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte] as const),
])

/**
 * The text that was meant where UTF-8 was declared as a set of one byte a letter, or as none (`GÃ³mez` is `Gómez`);
 * undefined for a text that is none of that. Letters of a set of one byte make valid UTF-8 by chance in next to no name.
 */
export function findUndeclaredUtf8(text: string): string | undefined {
  if (!/[\u0080-\u{10ffff}]/u.test(text)) return undefined
  const bytes = Array.from(text, (letter) => BYTE_OF.get(letter))
  if (bytes.includes(undefined)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes as number[]))
  } catch {
    return undefined
  }
}
