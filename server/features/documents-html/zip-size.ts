const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const COMMENT_MAX = 65_535

/** What a zip file says that it unfolds to, and what its files are called. */
export interface Unfolded {
  bytes: number
  entries: number
  names: string[]
}

/** The directory of a zip file; undefined where it has none that can be read. */
export function unfoldedSize(zip: Buffer): Unfolded | undefined {
  const end = findEnd(zip)
  if (end === undefined) return undefined
  const entries = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  let bytes = 0
  const names: string[] = []
  for (let entry = 0; entry < entries; entry++) {
    if (at + ENTRY_LENGTH > zip.length || zip.readUInt32LE(at) !== ENTRY_SIGNATURE) return undefined
    bytes += zip.readUInt32LE(at + 24)
    const nameLength = zip.readUInt16LE(at + 28)
    names.push(zip.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength))
    at += ENTRY_LENGTH + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return { bytes, entries, names }
}

function findEnd(zip: Buffer): number | undefined {
  const first = Math.max(0, zip.length - END_LENGTH - COMMENT_MAX)
  for (let at = zip.length - END_LENGTH; at >= first; at--)
    if (zip.readUInt32LE(at) === END_SIGNATURE) return at
  return undefined
}
