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

/**
 * A field's text as a person reads it: marks and bytes are letters again, formatting commands line breaks or blanks, and
 * highlighting is left out; what is no known escape stays as it is.
 */
export function unescapeHl7(field: string): string {
  return field.replace(/\\([A-Z]|X(?:[0-9A-Fa-f]{2})+|\.[a-z]{2}[^\\]{0,8})\\/g, (whole, code: string) => {
    const letter = LETTERS.get(code)
    if (letter !== undefined) return letter
    if (code === 'H' || code === 'N') return ''
    if (code.startsWith('.')) return formatted(code, whole)
    return code.startsWith('X') && code.length > 1
      ? Buffer.from(code.slice(1), 'hex').toString('utf8')
      : whole
  })
}

/** Formatting commands of HL7 2.5.1 section 2.7.6; the longest jump of lines that is followed is ten. */
function formatted(code: string, whole: string): string {
  const [, name = '', count = ''] = /^\.([a-z]{2})\s*([+-]?\d*)$/.exec(code) ?? []
  if (name === 'br' || name === 'ce') return '\n'
  if (name === 'sp') return '\n'.repeat(Math.min(10, Math.max(1, Number(count) || 1)))
  if (name === 'sk') return ' '.repeat(Math.min(40, Math.max(1, Number(count) || 1)))
  return ['fi', 'nf', 'in', 'ti'].includes(name) ? '' : whole
}
