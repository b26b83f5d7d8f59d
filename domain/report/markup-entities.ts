/** The named characters that editors write; all others are written literally. */
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

/** True for a character that a text may hold: no control characters but tab and line ends, no lone surrogates. */
function isTextCode(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  // Browsers map 0x80 to 0x9f to other letters when written as a number, so they would show another text.
  if (code >= 0x7f && code <= 0x9f) return false
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && (code & 0xfffe) !== 0xfffe
}

function readEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return isTextCode(code) ? String.fromCodePoint(code) : undefined
}

export type DecodedText = { ok: true; text: string } | { ok: false; reason: string; at: number }

/** Decodes entities of a text or an attribute's value; refuses bare ampersands, unknown names and control characters. */
export function decodeEntities(source: string): DecodedText {
  for (let at = 0; at < source.length; at += 1) {
    const code = source.codePointAt(at) ?? 0
    if (!isTextCode(code)) return { ok: false, reason: 'A control character is not allowed.', at }
    if (code > 0xffff) at += 1
  }
  let text = ''
  let from = 0
  for (let at = source.indexOf('&'); at >= 0; at = source.indexOf('&', from)) {
    const [whole = '', name = ''] =
      /^&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{1,10});/.exec(source.slice(at, at + 14)) ?? []
    const letter = readEntity(name)
    if (letter === undefined) return { ok: false, reason: 'An ampersand must be written as &amp;.', at }
    text += source.slice(from, at) + letter
    from = at + whole.length
  }
  return { ok: true, text: text + source.slice(from) }
}

/** Encodes a text for use between tags, exactly as browsers write it. */
export function encodeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
}

/** Encodes a text for a double-quoted attribute. */
export function encodeAttribute(text: string): string {
  return encodeText(text).replaceAll('"', '&quot;')
}
