const END = 0x06054b50
const END_BYTES = 22
const END64 = 0x06064b50
const END64_BYTES = 56
const LOCATOR64 = 0x07064b50
const LOCATOR64_BYTES = 20
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
const COMMENT_MAX = 65_535
/** A 32- or 16-bit field with this value means that the number is in the zip64 field. */
const WIDE = 0xffffffff
const WIDE_COUNT = 0xffff
const EXTRA64 = 1

/** One file of a zip archive, as its directory lists it. */
export interface ZipEntry {
  name: string
  method: number
  /** Bytes in the archive. */
  packed: number
  /** Uncompressed size in bytes, as the archive claims it. */
  claimed: number
  /** Where its local header begins. */
  at: number
}

/** The entries of an archive, or why they cannot be listed. */
export type ZipListing = { ok: true; entries: ZipEntry[] } | { ok: false; why: 'damaged' | 'too_many' }

const DAMAGED: ZipListing = { ok: false, why: 'damaged' }
const TOO_MANY: ZipListing = { ok: false, why: 'too_many' }

/**
 * Lists a zip archive (zip64 too) from the directory at its end without decompressing anything. The directory must
 * end exactly at its end record and hold as many entries as the record says: a reader that scans for signatures would
 * otherwise find entries that nobody has counted.
 */
export function listZip(zip: Uint8Array, entriesMax: number): ZipListing {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const directory = findDirectory(view)
  if (!directory) return DAMAGED
  const { from, to, count } = directory
  if (count > entriesMax) return TOO_MANY
  const entries: ZipEntry[] = []
  let at = from
  while (at + ENTRY_BYTES <= to && view.getUint32(at, true) === ENTRY) {
    if (entries.length === entriesMax) return TOO_MANY
    const [name, extra, comment] = lengthsAt(view, at + 28)
    const next = at + ENTRY_BYTES + name + extra + comment
    if (next > to) return DAMAGED
    entries.push({
      name: new TextDecoder().decode(zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + name)),
      method: view.getUint16(at + 10, true),
      ...placeOf(view, at, at + ENTRY_BYTES + name, extra),
    })
    at = next
  }
  return at === to && entries.length === count ? { ok: true, entries } : DAMAGED
}

/** The bytes of an entry as stored in the archive; undefined if its local header is not where it should be. */
export function packedBytes(
  zip: Uint8Array,
  { at, packed }: Pick<ZipEntry, 'at' | 'packed'>,
): Uint8Array | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  if (at + LOCAL_BYTES > zip.length || view.getUint32(at, true) !== LOCAL) return undefined
  const from = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  return from + packed > zip.length ? undefined : zip.subarray(from, from + packed)
}

const lengthsAt = (view: DataView, at: number) =>
  [0, 2, 4].map((place) => view.getUint16(at + place, true)) as [number, number, number]

/** Sizes and offset of an entry; values that do not fit are in its zip64 field, in this order. */
function placeOf(view: DataView, at: number, extraAt: number, extraBytes: number) {
  const wide = wideNumbers(view, extraAt, extraAt + extraBytes)
  const read = (place: number) => {
    const number = view.getUint32(at + place, true)
    return number === WIDE ? (wide.shift() ?? number) : number
  }
  const claimed = read(24)
  const packed = read(20)
  return { claimed, packed, at: read(42) }
}

function wideNumbers(view: DataView, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to; ) {
    const end = at + 4 + view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === EXTRA64 && end <= to) {
      const numbers: number[] = []
      for (let each = at + 4; each + 8 <= end; each += 8) numbers.push(wideAt(view, each))
      return numbers
    }
    at = end
  }
  return []
}

/** Exactness beyond 2^53 does not matter: such a number points past the end of any archive. */
const wideAt = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

/** Where the directory begins, where it must end, and how many entries it claims. */
function findDirectory(view: DataView): { from: number; to: number; count: number } | undefined {
  const end = findEnd(view)
  if (end === undefined) return undefined
  const count = view.getUint16(end + 10, true)
  const from = view.getUint32(end + 16, true)
  const locator = end - LOCATOR64_BYTES
  const isWide = locator >= 0 && view.getUint32(locator, true) === LOCATOR64
  if (!isWide) return count === WIDE_COUNT || from === WIDE ? undefined : { from, to: end, count }
  const to = wideAt(view, locator + 8)
  if (to + END64_BYTES > locator || view.getUint32(to, true) !== END64) return undefined
  return { from: wideAt(view, to + 48), to, count: wideAt(view, to + 32) }
}

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX)
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at
  return undefined
}
