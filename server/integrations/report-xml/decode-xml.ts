import { lineAt } from './xml-position.ts'

/** The encoding named in an XML declaration. */
const PROLOG = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i
const PROLOG_BYTES = 200
/** The byte order marks. */
const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const
/** Marks bytes that are invalid in the encoding. */
const NO_LETTER = '\ufffd'

/** The text of a document, or why its bytes are invalid; `why` follows the document's name in a sentence. */
export type DecodedXml = { ok: true; xml: string } | { ok: false; why: string }

/**
 * Decodes an XML document: by its byte order mark, otherwise by the charset of its content type, otherwise by the
 * encoding in its declaration, otherwise as UTF-8. Refuses invalid bytes, because nobody would notice a lost
 * character in a report.
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

/** Returns undefined for an unknown encoding. */
function decoderOf(encoding: string, fatal: boolean): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal })
  } catch {
    return undefined
  }
}
