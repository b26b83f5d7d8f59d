/** The separators of HL7 and their escape sequences (HL7 2.5.1 section 2.7). */
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

/** Escapes a text for a field, so that none of its characters is read as a separator. */
export function escapeHl7(text: string): string {
  return text.replace(/[\\|^&~\r\n]/g, (mark) => ESCAPES[mark] ?? mark)
}

/**
 * Converts a field's text for display: unescapes separators and bytes, converts formatting commands to line breaks or
 * spaces, and removes highlighting; keeps unknown escapes as they are.
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

/** Converts formatting commands of HL7 2.5.1 section 2.7.6; limits a jump to ten lines. */
function formatted(code: string, whole: string): string {
  const [, name = '', count = ''] = /^\.([a-z]{2})\s*([+-]?\d*)$/.exec(code) ?? []
  if (name === 'br' || name === 'ce') return '\n'
  if (name === 'sp') return '\n'.repeat(Math.min(10, Math.max(1, Number(count) || 1)))
  if (name === 'sk') return ' '.repeat(Math.min(40, Math.max(1, Number(count) || 1)))
  return ['fi', 'nf', 'in', 'ti'].includes(name) ? '' : whole
}
