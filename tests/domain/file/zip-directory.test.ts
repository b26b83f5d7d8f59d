import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listZip, packedBytes, type ZipListing } from '#domain/file/zip-directory.ts'
import { type PackedFile, zipOf } from './zip-bytes.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const DAMAGED: ZipListing = { ok: false, why: 'damaged' }
const TOO_MANY: ZipListing = { ok: false, why: 'too_many' }

/** A field of a directory entry that is not zip64: the time of the file. */
const TIME_FIELD = [0x55, 0x54, 5, 0, 1, 0, 0, 0, 0]

const files: PackedFile[] = [
  { name: 'word/document.xml', content: utf8('<w/>'), method: 8, claimed: 900 },
  { name: 'Bücher/जाँच.txt', content: utf8('a chest'), extra: TIME_FIELD, comment: [1, 2, 3] },
  { name: '', content: new Uint8Array(), localExtra: [9, 9, 9, 9] },
]
const whole = zipOf(files)

/** Returns a copy in which the bytes from `at` on are others. */
function changed(zip: Uint8Array, at: number, ...bytes: number[]): Uint8Array {
  const copy = zip.slice()
  copy.set(bytes, at)
  return copy
}

function entriesOf(zip: Uint8Array, most = 100) {
  const listing = listZip(zip, most)
  if (!listing.ok) throw new Error(listing.why)
  return listing.entries
}

const fileSpec = fc.record({
  name: fc.string({ maxLength: 8 }),
  content: fc.uint8Array({ maxLength: 12 }),
  method: fc.constantFrom(0, 8, 300),
  claimed: fc.nat(0xffff_fff0),
  extra: fc.constantFrom([], TIME_FIELD, [...TIME_FIELD, ...TIME_FIELD]),
  comment: fc.array(fc.nat(255), { maxLength: 5 }),
  localExtra: fc.array(fc.nat(255), { maxLength: 5 }),
  wide: fc.subarray(['claimed', 'packed', 'at'] as const),
})
const shapes = fc.record({ before: fc.nat(30), comment: fc.nat(40), isWide: fc.boolean() })

describe('a whole archive', () => {
  test('lists each file with its name, method and claimed size', () => {
    expect(
      entriesOf(whole).map(({ name, method, packed, claimed }) => [name, method, packed, claimed]),
    ).toEqual([
      ['word/document.xml', 8, 4, 900],
      ['Bücher/जाँच.txt', 0, 7, 7],
      ['', 0, 0, 0],
    ])
  })

  test('of any shape, zip64 or not, gives back names, numbers and bytes', () => {
    fc.assert(
      fc.property(fc.array(fileSpec, { maxLength: 4 }), shapes, fc.nat(9), (given, shape, offset) => {
        const zip = zipOf(given, shape)
        // The archive may be a part of a longer buffer.
        const inside = new Uint8Array(zip.length + offset + 7).subarray(offset, offset + zip.length)
        inside.set(zip)
        const entries = entriesOf(inside)
        expect(
          entries.map(({ name, method, packed, claimed }) => ({ name, method, packed, claimed })),
        ).toEqual(
          given.map(({ name, method, content, claimed }) => ({
            name,
            method,
            packed: content.length,
            claimed,
          })),
        )
        expect(entries.map((entry) => packedBytes(inside, entry))).toEqual(
          given.map(({ content }) => content),
        )
      }),
    )
  })

  test('without files is empty', () => {
    expect(listZip(zipOf([]), 0)).toEqual({ ok: true, entries: [] })
    expect(listZip(zipOf([], { isWide: true }), 0)).toEqual({ ok: true, entries: [] })
  })

  test('may have a comment of 65,535 bytes, and no more than that after its end record', () => {
    expect(entriesOf(zipOf(files, { comment: 65_535 }))).toHaveLength(3)
    expect(listZip(Uint8Array.from([...zipOf(files, { comment: 65_535 }), 0]), 100)).toEqual(DAMAGED)
  })

  test('with a size above four gigabytes has it in its zip64 field', () => {
    const [entry] = entriesOf(
      zipOf([{ name: 'a', content: utf8('x'), claimed: 5 * 2 ** 32 + 3, wide: ['claimed'] }]),
    )
    expect(entry).toMatchObject({ claimed: 5 * 2 ** 32 + 3, packed: 1 })
  })
})

describe('too many files', () => {
  test('are refused by the count of the end record', () => {
    expect(listZip(whole, 3).ok).toBe(true)
    expect(listZip(whole, 2)).toEqual(TOO_MANY)
    expect(listZip(zipOf(files, { isWide: true }), 2)).toEqual(TOO_MANY)
  })

  test('are refused when the directory has more than its end record says', () => {
    expect(listZip(zipOf(files, { count: 1 }), 2)).toEqual(TOO_MANY)
  })
})

describe('a damaged archive', () => {
  test('is anything without an end record, however short', () => {
    for (const bytes of [0, 1, 21, 22, 200]) expect(listZip(new Uint8Array(bytes), 100)).toEqual(DAMAGED)
    expect(listZip(whole.subarray(0, whole.length - 1), 100)).toEqual(DAMAGED)
  })

  test('has another number of files than its end record says', () => {
    expect(listZip(zipOf(files, { count: 2 }), 100)).toEqual(DAMAGED)
    expect(listZip(zipOf(files, { count: 4 }), 100)).toEqual(DAMAGED)
    expect(listZip(zipOf(files, { count: 4, isWide: true }), 100)).toEqual(DAMAGED)
  })

  test('has bytes between its directory and its end record', () => {
    for (const isWide of [false, true])
      for (const between of [1, 45, 46, 200])
        expect(listZip(zipOf(files, { between, isWide }), 100)).toEqual(DAMAGED)
  })

  test('has an entry that reaches beyond the directory', () => {
    const one = zipOf([{ name: 'abc', content: utf8('x') }])
    const entry = 30 + 3 + 1
    for (const place of [28, 30, 32]) {
      expect(listZip(changed(one, entry + place, place === 28 ? 4 : 1), 100)).toEqual(DAMAGED)
      expect(listZip(changed(one, entry + place, 0xff, 0xff), 100)).toEqual(DAMAGED)
    }
  })

  test('has a directory that begins elsewhere', () => {
    const from = whole.length - 22 + 16
    for (const place of [0, 1, whole.length, 2 ** 31])
      expect(
        listZip(changed(whole, from, place % 256, (place >> 8) % 256, 0, place >= 2 ** 31 ? 0x80 : 0), 100),
      ).toEqual(DAMAGED)
  })

  test('says that its count is in a zip64 record, and has none', () => {
    expect(listZip(changed(whole, whole.length - 22 + 10, 0xff, 0xff), 100)).toEqual(DAMAGED)
    expect(listZip(changed(whole, whole.length - 22 + 16, 0xff, 0xff, 0xff, 0xff), 100)).toEqual(DAMAGED)
  })

  test('has a zip64 locator that leads to no zip64 record', () => {
    const wide = zipOf(files, { isWide: true })
    const place = wide.length - 22 - 20 + 8
    const record = wide.length - 22 - 20 - 56
    for (const to of [0, record - 1, record + 1, wide.length, wide.length + 1_000])
      expect(listZip(changed(wide, place, to % 256, to >> 8, 0, 0, 0, 0, 0, 0), 100)).toEqual(DAMAGED)
    expect(listZip(changed(wide, place, 0, 0, 0, 0, 0, 0, 1, 0), 100)).toEqual(DAMAGED)
    expect(listZip(changed(wide, record, 0), 100)).toEqual(DAMAGED)
  })

  test('never makes the list fail, wherever a byte is another one', () => {
    const wide = zipOf(
      files.map((file) => ({ ...file, wide: ['packed', 'at'] as const })),
      { isWide: true },
    )
    fc.assert(
      fc.property(fc.constantFrom(whole, wide), fc.nat(), fc.nat(255), (zip, place, byte) => {
        const broken = changed(zip, place % zip.length, byte)
        const listing = listZip(broken, 3)
        if (listing.ok) for (const entry of listing.entries) packedBytes(broken, entry)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a zip64 field', () => {
  const atOf = (extra: readonly number[]) => {
    const [entry] = entriesOf(zipOf([{ name: 'a', content: utf8('x'), claimed: 0xffff_ffff, extra }]))
    return entry?.claimed
  }
  const nine = [9, 0, 0, 0, 0, 0, 0, 0]

  test('is found behind other fields, and read in whole numbers of eight bytes', () => {
    expect(atOf([1, 0, 8, 0, ...nine])).toBe(9)
    expect(atOf([...TIME_FIELD, 1, 0, 8, 0, ...nine])).toBe(9)
    expect(atOf([1, 0, 12, 0, ...nine, 1, 1, 1, 1])).toBe(9)
  })

  test('that is missing, empty or longer than its room leaves the number as it stands', () => {
    for (const extra of [[], TIME_FIELD, [1, 0, 0, 0], [1, 0, 7, 0, ...nine.slice(1)], [1, 0, 9, 0, ...nine]])
      expect(atOf(extra)).toBe(0xffff_ffff)
    // Bytes behind the last field are no field.
    expect(atOf([...TIME_FIELD, 1, 0, 8])).toBe(0xffff_ffff)
  })

  test('is not read for a number that stands in its own place', () => {
    const [entry] = entriesOf(zipOf([{ name: 'a', content: utf8('x'), extra: [1, 0, 8, 0, ...nine] }]))
    expect(entry).toMatchObject({ claimed: 1, packed: 1, at: 0 })
  })
})

describe('the bytes of a file', () => {
  test('are undefined where its local header is not in its place', () => {
    const [first] = entriesOf(whole)
    if (!first) throw new Error('no entry')
    expect(packedBytes(whole, first)).toEqual(utf8('<w/>'))
    for (const at of [1, first.at + 4, whole.length - 30, whole.length - 29, whole.length, 2 ** 53])
      expect(packedBytes(whole, { ...first, at })).toBeUndefined()
  })

  test('are undefined where they reach beyond the archive, by one byte too', () => {
    const cut = whole.subarray(0, 30 + 'word/document.xml'.length + 4)
    expect(packedBytes(cut, { at: 0, packed: 4 })).toEqual(utf8('<w/>'))
    expect(packedBytes(cut, { at: 0, packed: 5 })).toBeUndefined()
    const empty = zipOf([{ name: '', content: new Uint8Array() }]).subarray(0, 30)
    expect(packedBytes(empty, { at: 0, packed: 0 })).toEqual(new Uint8Array())
  })
})
