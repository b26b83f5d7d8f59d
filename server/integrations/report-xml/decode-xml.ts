/** Of what begins like this the rest is read as the encoding that it names. */
const PROLOG = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i
const PROLOG_BYTES = 200
/** The mark that a document may begin with. */
const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/**
 * The text of an XML document: by the mark that it begins with, else by the charset that it was sent under, else by the
 * encoding that its prolog names, else as UTF-8. Undefined where the encoding is unknown or the bytes are none of it: a letter that is lost in a report is
 * found by nobody.
 */
export function decodeXml(bytes: Uint8Array, contentType = ''): string | undefined {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? []
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PROLOG_BYTES))
  try {
    return new TextDecoder(marked ?? charset ?? PROLOG.exec(head)?.[1] ?? 'utf-8', { fatal: true }).decode(
      bytes,
    )
  } catch {
    return undefined
  }
}
