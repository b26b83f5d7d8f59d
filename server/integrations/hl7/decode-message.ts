import { decodeAs, labelOfCharset } from './charset.ts'

/** The hints on a message's encoding from outside the message. */
export interface Spoken {
  /** From the content type; empty if it names none. */
  contentType?: string
  /** The client's setting; empty without one. */
  ofClient?: string
}

export type Decoded = { ok: true; text: string; label: string } | { ok: false; rule: string }

/**
 * Decodes a message: MSH-18 decides the encoding; if it names no set, the content type does; otherwise UTF-8 if the
 * bytes are valid UTF-8, and the client's setting if not. Never guesses beyond that.
 */
export function decodeMessage(bytes: Buffer, { contentType = '', ofClient = '' }: Spoken): Decoded {
  const named = charsetOf(bytes)
  const declared = labelOfCharset(named)
  const labels = [
    declared ?? labelOfCharset(contentType),
    declared ? undefined : 'utf-8',
    labelOfCharset(ofClient),
  ]
  for (const label of labels) {
    const text = label === undefined ? undefined : decodeAs(label, bytes)
    // The database cannot store NUL, and valid messages contain none.
    if (label !== undefined && text !== undefined)
      return { ok: true, text: text.replaceAll('\u0000', ''), label }
  }
  return { ok: false, rule: ruleOf(named) }
}

const ruleOf = (named: string) =>
  named === ''
    ? 'names no character set and the message is not UTF-8: name the set there, or enter it in the settings of the client'
    : `names ${named.slice(0, 40)}, and the message is not written so: name its character set, or enter it in the settings of the client`

/** Returns the first MSH-18 of a message; its separators and names are ASCII in every set. */
function charsetOf(bytes: Buffer): string {
  const [, line = ''] = /(?:^|[\r\n])\s*(MSH[^\r\n]*)/.exec(bytes.toString('latin1')) ?? []
  const field = line.split(line.charAt(3) || '|')[17] ?? ''
  return (field.split(line.charAt(5) || '~')[0] ?? '').trim()
}
