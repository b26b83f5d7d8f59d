import type { DicomSet } from '../matching.ts'
import { type Attribute, findAttribute } from './attributes.ts'
import { type CharacterSet, findCharacterSet, UTF8 } from './character-sets.ts'
import { encodeText } from './encode-text.ts'
import { holdsText, inLettersOf, nameInLettersOf } from './fit-letters.ts'
import { fitValue, WHOLE_TEXTS } from './fit-value.ts'
import { LETTER_VRS } from './read-set.ts'

/** The encoding of a response. */
export interface AnswerForm {
  /** True for explicit VR little endian, false for implicit. */
  isExplicit: boolean
  letters: CharacterSet
  /**
   * For an item with characters that the set lacks: transliterates them to Latin letters, or sends the whole item in
   * UTF-8.
   */
  missingLetters: 'romanise' | 'utf8'
  /** The most characters of a text that the machine accepts, if fewer than DICOM allows. */
  maxLetters?: number
}

const CHARACTER_SET = 'SpecificCharacterSet'
const LONG_VRS = ['OB', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT']
const SEQUENCE = 'SQ'
const ITEM = Buffer.from([0xfe, 0xff, 0x00, 0xe0])
const WHOLE = findCharacterSet(UTF8) as CharacterSet

/**
 * Encodes a response. Throws RangeError if a value cannot be encoded (fit-value.ts) or its attribute is unknown;
 * never writes a text in another character set than the response declares.
 */
export function writeSet(set: DicomSet, form: AnswerForm): Buffer {
  const isUtf8 =
    form.missingLetters === 'utf8' && !textsOf(set).every((text) => holdsText(text, form.letters))
  const writer = new SetWriter(isUtf8 ? { ...form, letters: WHOLE } : form, nameInstead(set))
  return writer.write({ ...set, [CHARACTER_SET]: writer.form.letters.terms.join('\\') })
}

/** Returns the replacement of a name that cannot be encoded at all, because a list must distinguish its patients. */
const nameInstead = ({ PatientID: id }: DicomSet): string => (typeof id === 'string' ? id : '')

/** Returns all texts of a set, including those of its sequences. */
function textsOf(set: DicomSet): string[] {
  return Object.entries(set).flatMap(([name, value]) => {
    if (findAttribute(name)?.vr === SEQUENCE) return setsOf(value).flatMap(textsOf)
    return plainTexts(value)
  })
}

const setsOf = (value: unknown): DicomSet[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is DicomSet => typeof one === 'object' && one !== null,
  )

/** Returns the values of an attribute as texts; a name may be given in groups. */
function plainTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(plainTexts)
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [value] : []
  const { Alphabetic = '', Ideographic = '', Phonetic = '' } = value as Record<string, string>
  return [[Alphabetic, Ideographic, Phonetic].join('=').replace(/=+$/, '')]
}

class SetWriter {
  readonly form: AnswerForm
  readonly #nameInstead: string

  constructor(form: AnswerForm, instead: string) {
    this.form = form
    this.#nameInstead = instead
  }

  write(set: DicomSet): Buffer {
    const elements = Object.entries(set).map(([name, value]) => {
      const attribute = findAttribute(name)
      if (!attribute) throw new RangeError('an attribute that has no place in a worklist')
      return { attribute, value }
    })
    const isPlain = this.form.letters.terms.length === 0
    return Buffer.concat(
      elements
        .filter(({ attribute }) => !(isPlain && attribute.keyword === CHARACTER_SET))
        .sort((a, b) => a.attribute.tag - b.attribute.tag)
        .map(({ attribute, value }) => this.#element(attribute, value)),
    )
  }

  #element(attribute: Attribute, value: unknown): Buffer {
    const bytes = this.#namedBytesOf(attribute, value)
    return Buffer.concat([this.#header(attribute, bytes.length), bytes])
  }

  #header({ tag, vr }: Attribute, length: number): Buffer {
    const head = Buffer.allocUnsafe(this.form.isExplicit && LONG_VRS.includes(vr) ? 12 : 8).fill(0)
    head.writeUInt16LE(tag >>> 16, 0)
    head.writeUInt16LE(tag & 0xffff, 2)
    if (this.form.isExplicit) head.write(vr, 4, 'latin1')
    if (this.form.isExplicit && head.length === 8) head.writeUInt16LE(length, 6)
    else head.writeUInt32LE(length, head.length - 4)
    return head
  }

  /** The error message names the attribute, within its sequences, and never its value. */
  #namedBytesOf(attribute: Attribute, value: unknown): Buffer {
    try {
      return this.#bytesOf(attribute, value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new RangeError(`${attribute.keyword}: ${error.message}`, { cause: error })
    }
  }

  #bytesOf({ vr, keyword }: Attribute, value: unknown): Buffer {
    if (vr === SEQUENCE) return Buffer.concat(setsOf(value).map((set) => this.#item(set)))
    const texts = plainTexts(value)
    if (vr === 'US') return Buffer.concat(texts.filter((text) => text !== '').map(shortNumber))
    if (keyword === CHARACTER_SET) return padded(Buffer.from(texts.join('\\'), 'latin1'), 0x20)
    const values = WHOLE_TEXTS.includes(vr) ? [texts.join('\n')] : texts.flatMap((text) => text.split('\\'))
    const fitted = values.map((text) => this.#fit(vr, keyword, text)).join('\\')
    const bytes = LETTER_VRS.includes(vr)
      ? encodeText(fitted, this.form.letters)
      : Buffer.from(fitted, 'latin1')
    return padded(bytes, vr === 'UI' ? 0 : 0x20)
  }

  #fit(vr: string, keyword: string, text: string): string {
    const { letters, maxLetters } = this.form
    if (!LETTER_VRS.includes(vr)) return fitValue(vr, text)
    const written = vr === 'PN' ? this.#name(keyword, text) : inLettersOf(text, letters)
    return fitValue(vr, written, maxLetters)
  }

  #name(keyword: string, text: string): string {
    const name = nameInLettersOf(text, this.form.letters)
    const isLost = name.includes('?') && !/[^?^=\s]/.test(name)
    return isLost && keyword === 'PatientName' ? this.#nameInstead : name
  }

  #item(set: DicomSet): Buffer {
    const bytes = this.write(set)
    const head = Buffer.concat([ITEM, Buffer.alloc(4)])
    head.writeUInt32LE(bytes.length, 4)
    return Buffer.concat([head, bytes])
  }
}

function shortNumber(text: string): Buffer {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0 || number > 0xffff) throw new RangeError('a value is no US')
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(number)
  return bytes
}

/** Pads a value to an even number of bytes. */
const padded = (bytes: Buffer, by: number): Buffer =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from([by])])
