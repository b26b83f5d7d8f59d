import { FILE_RULES } from '#domain/file/limits.ts'
import { sniff } from '#domain/file/sniff.ts'
import { SheetRefused } from './sheet-refused.ts'

/** Control characters that no text contains, but a program or image named as a text does. */
const BINARY = /(?![\t\n\v\f\r\x7f-\x9f])\p{Cc}/u

/**
 * Returns the text of a .csv or .txt file in any encoding that Excel writes: UTF-8 with or without a BOM, UTF-16 with a
 * BOM, otherwise Windows-1252 (docs/decisions/240). Throws SheetRefused for bytes that are not text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes)
  if (sniff(bytes) !== undefined || BINARY.test(text))
    throw new SheetRefused(FILE_RULES.sheet.wrongType.message)
  return text
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
