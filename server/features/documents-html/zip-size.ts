const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const COMMENT_MAX = 65_535

/** What a zip file says that it unfolds to, by its directory; undefined where it has none that can be read. */
export function unfoldedSize(zip: Buffer): { bytes: number; entries: number } | undefined {
  const end = findEnd(zip)
  if (end === undefined) return undefined
  const entries = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  let bytes = 0
  for (let entry = 0; entry < entries; entry++) {
    if (at + ENTRY_LENGTH > zip.length || zip.readUInt32LE(at) !== ENTRY_SIGNATURE) return undefined
    bytes += zip.readUInt32LE(at + 24)
    at += ENTRY_LENGTH + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return { bytes, entries }
}

function findEnd(zip: Buffer): number | undefined {
  const first = Math.max(0, zip.length - END_LENGTH - COMMENT_MAX)
  for (let at = zip.length - END_LENGTH; at >= first; at--)
    if (zip.readUInt32LE(at) === END_SIGNATURE) return at
  return undefined
}
