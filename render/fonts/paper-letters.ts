import { decodeEntities } from '#domain/report/markup-entities.ts'
import { composeHangul, type FontShelf, lettersOf } from './font-shelf.ts'

/** What a paper says about its country. */
export interface PaperLanguage {
  /** Of the branch's country, such as `ja-JP`: it chooses the form of Han letters. */
  locale?: string | undefined
}

/** A text with what a reader calls the place where it stands. */
export interface LetterField {
  field: string
  text: string
}

/** Letters of a field that no font holds. */
export interface UnprintableField {
  field: string
  letters: readonly string[]
}

/** Thrown before a paper is made that would have holes: a font for these letters does not exist here. */
export class UnprintableLetters extends Error {
  constructor(fields: readonly UnprintableField[]) {
    super(unprintableWords(fields))
    this.name = 'UnprintableLetters'
  }
}

/** Thrown where the letters of a script are neither on the device nor to be had: there is no network. */
export class MissingFont extends Error {
  constructor(scripts: readonly string[]) {
    const names = scripts.join(', ')
    super(
      `The letters of this script are not on this device yet: ${names}. They need the network once; afterwards the paper is made offline too.`,
    )
    this.name = 'MissingFont'
  }
}

/** What a person is told of letters that no font holds: each letter, its number, and the field. */
export function unprintableWords(fields: readonly UnprintableField[]): string {
  const places = fields.map(({ field, letters }) => `${letters.map(nameOfLetter).join(', ')} in ${field}`)
  return `No font has ${places.join('; ')}. The paper would have a hole there: write it otherwise.`
}

/** A letter with its number, for it may look like nothing: `“𒀀” (U+12000)`. */
export const nameOfLetter = (letter: string): string =>
  `“${letter}” (U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`

/** The fields that hold letters without a font, each letter once. */
export function findUnprintable(shelf: FontShelf, fields: readonly LetterField[]): UnprintableField[] {
  return fields.flatMap(({ field, text }) => {
    const codes = [...lettersOf(text)].filter((code) => !shelf.holds(code))
    return codes.length > 0 ? [{ field, letters: codes.map((code) => String.fromCodePoint(code)) }] : []
  })
}

/** True for texts that the fonts which are always there surely hold, without a look at the table: Latin with its accents. */
export const isPlainLatin = (text: string): boolean => /^[\t\n\r\u0020-\u007E\u00A0-\u024F]*$/.test(text)

/** All text of a paper of any kind. */
export function textOfPaper(paper: object): string {
  return composeHangul(
    fieldsOfPaper(paper)
      .map(({ text }) => text)
      .join('\n'),
  )
}

/**
 * Every text of a paper with its place: the label where the paper has one for it, else the name of the part. Numbers,
 * dates and bytes have no letters.
 */
export function fieldsOfPaper(paper: object): LetterField[] {
  return Object.entries(paper).flatMap(([name, value]) => fieldsOfValue(value, PLACES[name] ?? name))
}

function fieldsOfValue(value: unknown, place: string): LetterField[] {
  if (typeof value === 'string') return value === '' ? [] : [{ field: place, text: textOf(value) }]
  if (Array.isArray(value)) return value.flatMap((each) => fieldsOfValue(each, place))
  if (!isPlain(value)) return []
  const label = typeof value.label === 'string' && value.label !== '' ? value.label : undefined
  return Object.entries(value).flatMap(([name, each]) =>
    fieldsOfValue(each, label ?? PLACES_WITHIN[place]?.[name] ?? PLACES[name] ?? place),
  )
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Markup names some letters by their number; other texts mean what they say. */
function textOf(value: string): string {
  if (!value.includes('&')) return value
  const decoded = decodeEntities(value)
  return decoded.ok ? decoded.text : value
}

/** Names of parts as the paper calls them. */
const PLACES: Record<string, string> = {
  patient: 'the patient’s data',
  study: 'the study',
  studyLines: 'the study',
  reports: 'the name of the report',
  description: 'Description',
  conclusion: 'Conclusion',
  recommendation: 'Recommendation',
  addenda: 'the addendum',
  signatures: 'the signature',
  signature: 'the signature',
  disclaimer: 'the disclaimer',
  title: 'the title',
  foot: 'the foot of the paper',
  parts: 'this paper',
  markup: 'the text',
}

/** Parts whose fields have names of their own. */
const PLACES_WITHIN: Record<string, Record<string, string>> = {
  'the patient’s data': { name: 'the patient’s name', id: 'the patient ID' },
}
