import { decodeAs } from './charset.ts'
import { escapeHl7 } from './escape.ts'

const STANDARD = '|^~\\&'

/**
 * Converts a message to the standard separators (instead of those of its MSH-1 and MSH-2), ends each segment with a
 * carriage return, and decodes characters sent as hexadecimal bytes. `label` is the character set of those bytes.
 * Returns undefined if its separators are invalid: letters, digits, or one used twice.
 */
export function withStandardMarks(message: string, label: string): string | undefined {
  const text = message.replace(/\r?\n/g, '\r').trim()
  const [, bar = '', rest = ''] = /^(?:MSH|BHS|FHS)(.)([^\r]*)/su.exec(text) ?? []
  const marks = bar + (rest.split(bar)[0] ?? '').slice(0, 4)
  if (marks.length < 2 || new Set(marks).size !== marks.length || /[\p{L}\p{N}\s]/u.test(marks))
    return undefined
  const standard = marks === STANDARD ? text : translate(text, marks)
  return standard.replace(/\\X((?:[0-9A-Fa-f]{2})+)\\/g, (_, hex: string) => escapeHl7(letters(hex, label)))
}

function translate(text: string, marks: string): string {
  const head = text.slice(0, 3)
  // The text between the first two field separators of MSH is the separators themselves.
  const after = text.indexOf(marks.charAt(0), 4)
  const body = after < 0 ? '' : text.slice(after)
  const escape = marks.charAt(3)
  const written = escape === '' ? [body] : withOwnMarks(body, escape, marks)
  return `${head}${STANDARD}${written.map((part) => (typeof part === 'string' ? marked(part, marks) : part.mark)).join('')}`
}

/** Returns the text and, between its pieces, the escaped separators in standard form. */
function withOwnMarks(body: string, escape: string, marks: string): (string | { mark: string })[] {
  const pieces: (string | { mark: string })[] = []
  let rest = body
  for (let at = rest.indexOf(escape); at >= 0; at = rest.indexOf(escape)) {
    const place = rest.charAt(at + 2) === escape ? 'FSRET'.indexOf(rest.charAt(at + 1)) : -1
    if (place < 0) {
      pieces.push(rest.slice(0, at + 1))
      rest = rest.slice(at + 1)
      continue
    }
    pieces.push(rest.slice(0, at), { mark: escapeHl7(marks.charAt(place)) })
    rest = rest.slice(at + 3)
  }
  return [...pieces, rest]
}

const marked = (text: string, marks: string): string =>
  Array.from(text)
    .map((letter) => {
      const place = marks.indexOf(letter)
      if (place >= 0) return STANDARD.charAt(place)
      return letter === '\r' ? letter : escapeHl7(letter)
    })
    .join('')

function letters(hex: string, label: string): string {
  const bytes = Buffer.from(hex, 'hex')
  return (decodeAs(label, bytes) ?? bytes.toString('latin1')).replaceAll('\u0000', '')
}
