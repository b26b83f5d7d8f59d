import type { DicomSet } from '../matching.ts'
import { attributeAt } from './attributes.ts'
import { ASCII, type CharacterSet, findCharacterSet } from './character-sets.ts'
import { decodeText } from './decode-text.ts'

/** VRs whose length has four bytes, after two reserved ones (PS3.5 7.1.2). */
const LONG_VRS = ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']
const TEXT_VRS = [
  'AE',
  'AS',
  'CS',
  'DA',
  'DS',
  'DT',
  'IS',
  'LO',
  'LT',
  'PN',
  'SH',
  'ST',
  'TM',
  'UC',
  'UI',
  'UR',
  'UT',
]
/** VRs that use the character set; all others are ASCII. */
export const LETTER_VRS: readonly string[] = ['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']
const UNDEFINED = 0xffffffff
const ITEM = 0xfffee000
const ITEM_END = 0xfffee00d
const SEQUENCE_END = 0xfffee0dd
const CHARACTER_SET = 0x00080005
const DEPTH_MAX = 8

/** A query and the value of its Specific Character Set; undefined without one. */
export interface ReadQuery {
  set: DicomSet
  characterSet: string | undefined
}

/** Reads a data set of little-endian bytes. Throws RangeError if it is invalid. */
export function readSet(bytes: Buffer, isExplicit: boolean): ReadQuery {
  const reader = new SetReader(bytes, isExplicit)
  const set = reader.readSet(bytes.length, ASCII, 0)
  return { set, characterSet: reader.characterSet }
}

class SetReader {
  #at = 0
  readonly #bytes: Buffer
  readonly #isExplicit: boolean
  characterSet: string | undefined

  constructor(bytes: Buffer, isExplicit: boolean) {
    this.#bytes = bytes
    this.#isExplicit = isExplicit
  }

  /** Reads the elements until `end`, or until the delimiter of an item of undefined length. */
  readSet(end: number, outer: CharacterSet, depth: number): DicomSet {
    if (depth > DEPTH_MAX) throw new RangeError('a data set in more levels than a query has')
    const set: Record<string, unknown> = {}
    let letters = outer
    while (this.#at < end) {
      const tag = this.#readTag()
      if (tag === ITEM_END) {
        this.#at += 4
        return set
      }
      const { vr, length } = this.#readHeader(tag)
      if (vr === 'SQ') {
        set[attributeAt(tag, vr).keyword] = this.#readItems(length, letters, depth)
        continue
      }
      const value = this.#take(length)
      const attribute = attributeAt(tag, vr)
      // Group lengths are irrelevant to the query.
      if ((tag & 0xffff) === 0) continue
      set[attribute.keyword] = valueOf(value, attribute.vr, letters)
      if (tag === CHARACTER_SET) letters = this.#readLetters(value, letters, depth)
    }
    return set
  }

  #readLetters(value: Buffer, outer: CharacterSet, depth: number): CharacterSet {
    const text = plain(value)
    if (depth === 0) this.characterSet = text
    return findCharacterSet(text) ?? outer
  }

  #readItems(length: number, letters: CharacterSet, depth: number): DicomSet[] {
    const end = length === UNDEFINED ? this.#bytes.length : this.#at + length
    const items: DicomSet[] = []
    while (this.#at < end) {
      const tag = this.#readTag()
      const itemLength = this.#take(4).readUInt32LE(0)
      if (tag === SEQUENCE_END) break
      if (tag !== ITEM) throw new RangeError('a sequence without items')
      const itemEnd = itemLength === UNDEFINED ? this.#bytes.length : this.#at + itemLength
      items.push(this.readSet(itemEnd, letters, depth + 1))
    }
    return items
  }

  #readTag(): number {
    const bytes = this.#take(4)
    return bytes.readUInt16LE(0) * 0x10000 + bytes.readUInt16LE(2)
  }

  #readHeader(tag: number): { vr: string; length: number } {
    if (!this.#isExplicit) {
      const length = this.#take(4).readUInt32LE(0)
      return { vr: length === UNDEFINED ? 'SQ' : attributeAt(tag).vr, length }
    }
    const head = this.#take(4)
    const vr = head.toString('latin1', 0, 2)
    if (!/^[A-Z]{2}$/.test(vr)) throw new RangeError('an element without a VR')
    const length = LONG_VRS.includes(vr) ? this.#take(4).readUInt32LE(0) : head.readUInt16LE(2)
    return { vr: vr === 'UN' && length === UNDEFINED ? 'SQ' : vr, length }
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('a data set that ends too early')
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return bytes
  }
}

const plain = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trim()

function valueOf(bytes: Buffer, vr: string, letters: CharacterSet): unknown {
  if (bytes.length === 0) return ''
  if (vr === 'US') return bytes.length === 2 ? bytes.readUInt16LE(0) : ''
  if (!TEXT_VRS.includes(vr)) return ''
  return LETTER_VRS.includes(vr) ? decodeText(bytes, letters).replace(/[\0 ]+$/, '') : plain(bytes)
}
