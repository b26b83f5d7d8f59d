import { Inflate } from 'fflate'
import { listZip, packedBytes, type ZipEntry } from '#domain/file/zip-directory.ts'
import { damaged, SheetRefused } from './sheet-refused.ts'

const MEGABYTE = 1_048_576
/** 20,000 rows of services are about 10 MB of markup; a zip bomb is thousands. */
export const UNPACKED_MAX = 40 * MEGABYTE
/** A workbook or letter contains about twenty files. */
const ENTRIES_MAX = 1_000
/** Bytes inflated at once: such a piece of a zip bomb expands to about 4 MB. */
const PIECE = 4_096

const bomb = () =>
  new SheetRefused(`This file unpacks to more than ${UNPACKED_MAX / MEGABYTE} MB and is not read.`)
const tooMany = () => new SheetRefused(`This file holds more than ${ENTRIES_MAX} files and is not read.`)

const STORED = 0
const DEFLATED = 8

/** Lists the entries of an office file from its directory without unpacking. Throws SheetRefused. */
export function entriesOf(bytes: Uint8Array): ZipEntry[] {
  const listing = listZip(bytes, ENTRIES_MAX)
  if (listing.ok) return listing.entries
  throw listing.why === 'too_many' ? tooMany() : damaged()
}

/**
 * Unpacks the markup of an office file. Checks the claimed sizes before unpacking, and counts the real output while
 * unpacking, because an archive may lie. Throws SheetRefused.
 */
export function unpackMarkup(bytes: Uint8Array): Map<string, Uint8Array> {
  const entries = entriesOf(bytes)
  const said = entries.reduce((sum, { claimed }) => sum + claimed, 0)
  if (said > UNPACKED_MAX) throw bomb()
  const files = new Map<string, Uint8Array>()
  let left = UNPACKED_MAX
  for (const entry of entries.filter(({ name }) => /\.(xml|rels)$/.test(name))) {
    const packed = packedBytes(bytes, entry)
    if (!packed) throw damaged()
    const file = unpack(entry.method, packed, left)
    files.set(entry.name, file)
    left -= file.length
  }
  return files
}

function unpack(method: number, packed: Uint8Array, left: number): Uint8Array {
  if (method === STORED) {
    if (packed.length > left) throw bomb()
    return packed
  }
  if (method !== DEFLATED) throw damaged()
  const parts: Uint8Array[] = []
  let size = 0
  const inflate = new Inflate((part) => {
    size += part.length
    if (size > left) throw bomb()
    parts.push(part)
  })
  try {
    for (let at = 0; at < packed.length; at += PIECE)
      inflate.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length)
  } catch (error) {
    throw error instanceof SheetRefused ? error : damaged()
  }
  return joined(parts, size)
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
