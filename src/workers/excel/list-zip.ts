import { damaged, SheetRefused } from './sheet-refused.ts'

/** One file of a zip archive, as the directory at its end has it. */
export interface ZipEntry {
  path: string
  method: number
  /** Bytes in the archive, and bytes that it says to unpack to. */
  packed: number
  unpacked: number
  /** Where its local header begins. */
  at: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const COMMENT_MAX = 65_535

/** A workbook or a letter holds some twenty files. */
export const ENTRIES_MAX = 1_000

/**
 * Reads the directory of a zip archive without unpacking anything. It must reach exactly to the end record: a reader that
 * goes on by signatures would otherwise find entries that were not counted. Throws SheetRefused.
 */
export function listZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) throw damaged()
  const count = view.getUint16(end + 10, true)
  if (count > ENTRIES_MAX) throw tooMany()
  let at = view.getUint32(end + 16, true)
  const entries: ZipEntry[] = []
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) throw damaged()
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ]
    entries.push({
      path: new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += ENTRY_BYTES + name + extra + comment
  }
  if (at !== end) throw at + 4 <= end && view.getUint32(at, true) === ENTRY ? tooMany() : damaged()
  return entries
}

const tooMany = () => new SheetRefused(`This file holds more than ${ENTRIES_MAX} files and is not read.`)

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX)
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at
  return undefined
}
