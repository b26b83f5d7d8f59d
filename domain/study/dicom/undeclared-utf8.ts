/** The character of each byte in the set that readers fall back to (Windows-1252, which includes ISO 8859-1). */
const LETTERS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const BYTE_OF: ReadonlyMap<string, number> = new Map([
  ...Array.from(LETTERS, (letter, byte) => [letter, byte] as const),
  // ISO 8859-1 has control characters in these positions.
  ...Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte] as const),
])

/**
 * The intended text if UTF-8 was declared as a single-byte set, or not declared (`GÃ³mez` is `Gómez`);
 * undefined for any other text. Single-byte names almost never form valid UTF-8 by chance.
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
