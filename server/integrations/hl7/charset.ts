import type { Hl7Charset } from '#domain/message/hl7-charsets.ts'

/** The character sets that a client can set, with their decoder labels. */
const SET_LABELS: Readonly<Record<Hl7Charset, string>> = {
  'UNICODE UTF-8': 'utf-8',
  '8859/1': 'iso-8859-1',
  '8859/6': 'iso-8859-6',
  '8859/15': 'iso-8859-15',
  'WINDOWS-1256': 'windows-1256',
}

/** Other names that senders use for these; other parts of ISO 8859 and of Windows 125x are found by their number. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  UTF8: 'utf-8',
  UNICODE: 'utf-8',
  UNICODEUTF8: 'utf-8',
  ISOIR192: 'utf-8',
  ISOIR100: 'iso-8859-1',
  LATIN1: 'iso-8859-1',
  LATIN9: 'iso-8859-15',
  ISOIR127: 'iso-8859-6',
  ISOIR87: 'iso-2022-jp',
  GB180302000: 'gb18030',
  GB18030: 'gb18030',
  KSX1001: 'euc-kr',
  CNS116431992: 'big5',
  BIG5: 'big5',
}

/**
 * Returns the decoder label of a name in MSH-18 or in a content type; undefined for an unknown name and for ASCII,
 * which does not say how other characters are encoded.
 */
export function labelOfCharset(name: string): string | undefined {
  const bare = name.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const [, part] = /^(?:ISO)?8859(\d{1,2})$/.exec(bare) ?? []
  const [, page] = /^(?:WINDOWS|CP)(125[0-8])$/.exec(bare) ?? []
  const label = part ? `iso-8859-${part}` : page ? `windows-${page}` : OTHER_LABELS[bare]
  return label !== undefined && isKnown(label) ? label : undefined
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

/** Decodes bytes in a character set; returns undefined if they are invalid in it. */
export function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Typographic characters that the older sets lack, with plain replacements. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '-',
  '\u00a0': ' ',
  '\u200e': '',
  '\u200f': '',
}

const tables = new Map<Hl7Charset, ReadonlyMap<string, number>>()

/**
 * Encodes a text in a character set; replaces typographic characters that the set lacks with plain ones. Returns
 * undefined if the set lacks another character; never replaces one with a question mark.
 */
export function encodeAs(charset: Hl7Charset, text: string): Buffer | undefined {
  if (charset === 'UNICODE UTF-8') return Buffer.from(text, 'utf8')
  const table = tableOf(charset)
  const bytes: number[] = []
  for (const letter of text) {
    const own = byteOf(table, letter)
    const found =
      own === undefined ? Array.from(PLAIN[letter] ?? '\u0000', (one) => byteOf(table, one)) : [own]
    for (const byte of found) {
      if (byte === undefined || byte === 0) return undefined
      bytes.push(byte)
    }
    if (own === undefined && PLAIN[letter] === undefined) return undefined
  }
  return Buffer.from(bytes)
}

const byteOf = (table: ReadonlyMap<string, number>, letter: string): number | undefined => {
  const code = letter.codePointAt(0) ?? 0
  return code < 0x80 ? code : table.get(letter)
}

// Returns the character-to-byte table of a single-byte set.
function tableOf(charset: Hl7Charset): ReadonlyMap<string, number> {
  const known = tables.get(charset)
  if (known) return known
  const table = new Map<string, number>()
  // ISO 8859 has no characters below; the decoder would read those of Windows there.
  for (let byte = charset === 'WINDOWS-1256' ? 0x80 : 0xa0; byte <= 0xff; byte += 1) {
    const letter = decodeAs(SET_LABELS[charset], Uint8Array.of(byte))
    if (letter !== undefined) table.set(letter, byte)
  }
  tables.set(charset, table)
  return table
}
