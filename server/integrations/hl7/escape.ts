/** The marks of HL7 and the letters that stand for them inside a text (HL7 2.5.1 section 2.7). */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
  '\r': '\\X0D\\',
  '\n': '\\X0A\\',
}
const LETTERS = new Map(Object.entries(ESCAPES).map(([mark, escape]) => [escape.slice(1, -1), mark]))

/** A text as it stands inside a field: none of its letters is taken for a mark. */
export function escapeHl7(text: string): string {
  return text.replace(/[\\|^&~\r\n]/g, (mark) => ESCAPES[mark] ?? mark)
}

/** A field's text as a person reads it; what is no known escape stays as it is. */
export function unescapeHl7(field: string): string {
  return field.replace(/\\([A-Z]|X0[AD])\\/g, (whole, letter: string) => LETTERS.get(letter) ?? whole)
}
