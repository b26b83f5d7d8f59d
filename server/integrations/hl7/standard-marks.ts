import { decodeAs } from './charset.ts'
import { escapeHl7 } from './escape.ts'

const STANDARD = '|^~\\&'

/**
 * A message with the marks of the standard in the place of its own (MSH-1 and MSH-2), each segment ended by a carriage
 * return, and letters that were sent as hexadecimal bytes written out. `label` is the set of those bytes. Undefined where
 * its marks are none: letters, digits, or one mark twice.
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
  // What stands between the first two bars of MSH are the marks themselves.
  const after = text.indexOf(marks.charAt(0), 4)
  const body = after < 0 ? '' : text.slice(after)
  const escape = marks.charAt(3)
  const written = escape === '' ? [body] : withOwnMarks(body, escape, marks)
  return `${head}${STANDARD}${written.map((part) => (typeof part === 'string' ? marked(part, marks) : part.mark)).join('')}`
}

/** The text, and between its pieces the marks that were escaped, as the standard writes these letters. */
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
