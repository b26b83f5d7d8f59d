import { decodeAs, labelOfCharset } from './charset.ts'

/** What says how a message is written beside itself. */
export interface Spoken {
  /** Of the content type; empty where it names none. */
  contentType?: string
  /** The client's setting; empty where it has none. */
  house?: string
}

export type Decoded = { ok: true; text: string; label: string } | { ok: false; rule: string }

/**
 * The text of a message: MSH-18 decides how it is written; where it names no set, the content type does; else it is UTF-8
 * where it is valid as such, and what the client set otherwise. What fits none of these is not guessed.
 */
export function decodeMessage(bytes: Buffer, { contentType = '', house = '' }: Spoken): Decoded {
  const named = charsetOf(bytes)
  const declared = labelOfCharset(named)
  const labels = [
    declared ?? labelOfCharset(contentType),
    declared ? undefined : 'utf-8',
    labelOfCharset(house),
  ]
  for (const label of labels) {
    const text = label === undefined ? undefined : decodeAs(label, bytes)
    // A database keeps no NUL, and no text of a message has one.
    if (label !== undefined && text !== undefined)
      return { ok: true, text: text.replaceAll('\u0000', ''), label }
  }
  return { ok: false, rule: ruleOf(named) }
}

const ruleOf = (named: string) =>
  named === ''
    ? 'names no character set and the message is not UTF-8: name the set there, or enter it in the settings of the client'
    : `names ${named.slice(0, 40)}, and the message is not written so: name its character set, or enter it in the settings of the client`

/** The first MSH-18 of a message as it came; its marks and names are ASCII in every set. */
function charsetOf(bytes: Buffer): string {
  const [, line = ''] = /(?:^|[\r\n])\s*(MSH[^\r\n]*)/.exec(bytes.toString('latin1')) ?? []
  const field = line.split(line.charAt(3) || '|')[17] ?? ''
  return (field.split(line.charAt(5) || '~')[0] ?? '').trim()
}
