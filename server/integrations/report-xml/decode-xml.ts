import { lineAt } from './place-in-xml.ts'

/** Of what begins like this the rest is read as the encoding that it names. */
const PROLOG = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i
const PROLOG_BYTES = 200
/** The mark that a document may begin with. */
const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const
/** Stands where bytes are no letter of the encoding. */
const NO_LETTER = '\ufffd'

/** The text of a document, or why its bytes are none; `why` follows the document's name in a sentence. */
export type DecodedXml = { ok: true; xml: string } | { ok: false; why: string }

/**
 * The text of an XML document: by the mark that it begins with, else by the charset that it was sent under, else by the
 * encoding that its prolog names, else as UTF-8. Bytes that are none of it are refused: a letter that is lost in a report
 * is found by nobody.
 */
export function decodeXml(bytes: Uint8Array, contentType = ''): DecodedXml {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? []
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1]
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PROLOG_BYTES))
  const encoding = marked ?? charset ?? PROLOG.exec(head)?.[1] ?? 'utf-8'
  const strict = decoderOf(encoding, true)
  if (!strict) return { ok: false, why: `names an encoding that is not known: ${encoding}` }
  try {
    return { ok: true, xml: strict.decode(bytes) }
  } catch {
    const loose = decoderOf(encoding, false)?.decode(bytes) ?? ''
    const line = lineAt(loose, Math.max(0, loose.indexOf(NO_LETTER)))
    return { ok: false, why: `holds bytes that are no letters in ${encoding} (line ${line})` }
  }
}

/** Undefined where nobody knows the encoding. */
function decoderOf(encoding: string, fatal: boolean): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal })
  } catch {
    return undefined
  }
}
