const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const LOCAL_LENGTH = 30
const COMMENT_MAX = 65_535

/** One file of a zip archive, as its directory lists it. */
export interface ZipEntry {
  name: string
  method: number
  /** Bytes in the archive. */
  packed: number
  /** Bytes that it claims to unfold to. */
  claimed: number
  /** Where its local header begins. */
  at: number
}

/** The entries of an archive, or why they are not listed. */
export type ZipListing = { ok: true; entries: ZipEntry[] } | { ok: false; why: 'damaged' | 'too_many' }

/**
 * Lists a zip archive without unfolding anything. The directory must reach exactly to the end record and hold as many
 * entries as the record says: a reader that goes on by signatures would otherwise find entries that nobody has counted.
 */
export function listZip(zip: Buffer, entriesMax: number): ZipListing {
  const end = findEnd(zip)
  if (end === undefined) return { ok: false, why: 'damaged' }
  const count = zip.readUInt16LE(end + 10)
  if (count > entriesMax) return { ok: false, why: 'too_many' }
  let at = zip.readUInt32LE(end + 16)
  const entries: ZipEntry[] = []
  while (at + ENTRY_LENGTH <= end && zip.readUInt32LE(at) === ENTRY_SIGNATURE) {
    if (entries.length === entriesMax) return { ok: false, why: 'too_many' }
    const nameLength = zip.readUInt16LE(at + 28)
    entries.push({
      name: zip.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      claimed: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    })
    at += ENTRY_LENGTH + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return at === end && entries.length === count ? { ok: true, entries } : { ok: false, why: 'damaged' }
}

/** The bytes of an entry as they stand in the archive; undefined where its local header is not where it should be. */
export function packedBytes(zip: Buffer, { at, packed }: ZipEntry): Buffer | undefined {
  if (at + LOCAL_LENGTH > zip.length || zip.readUInt32LE(at) !== LOCAL_SIGNATURE) return undefined
  const from = at + LOCAL_LENGTH + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  return from + packed > zip.length ? undefined : zip.subarray(from, from + packed)
}

function findEnd(zip: Buffer): number | undefined {
  const first = Math.max(0, zip.length - END_LENGTH - COMMENT_MAX)
  for (let at = zip.length - END_LENGTH; at >= first; at--)
    if (zip.readUInt32LE(at) === END_SIGNATURE) return at
  return undefined
}
