import { decodeEntities } from '#domain/report/markup-entities.ts'
import { composeHangul, type FontShelf, lettersOf } from './font-shelf.ts'

/** The country settings of a paper. */
export interface PaperLanguage {
  /** The locale of the branch's country, such as `ja-JP`: it selects the form of Han letters. */
  locale?: string | undefined
}

/** A text with the name of its place for a reader. */
export interface LetterField {
  field: string
  text: string
}

/** Letters of a field that no font contains. */
export interface UnprintableField {
  field: string
  letters: readonly string[]
}

/** Thrown before a paper with missing letters is made: no font here contains them. */
export class UnprintableLetters extends Error {
  constructor(fields: readonly UnprintableField[]) {
    super(unprintableWords(fields))
    this.name = 'UnprintableLetters'
  }
}

/** Thrown if the letters of a script are not on the device and cannot be fetched, because there is no network. */
export class MissingFont extends Error {
  constructor(scripts: readonly string[]) {
    const names = scripts.join(', ')
    super(
      `The letters of this script are not on this device yet: ${names}. They need the network once; afterwards the paper is made offline too.`,
    )
    this.name = 'MissingFont'
  }
}

/** Returns the message about letters that no font contains: each letter, its number, and the field. */
export function unprintableWords(fields: readonly UnprintableField[]): string {
  const places = fields.map(({ field, letters }) => `${letters.map(nameOfLetter).join(', ')} in ${field}`)
  return `No font has ${places.join('; ')}. The paper would have a gap there: write it differently.`
}

/** Returns a letter with its number, because it may be invisible: `“𒀀” (U+12000)`. */
export const nameOfLetter = (letter: string): string =>
  `“${letter}” (U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`

/** Returns the fields that contain letters without a font, each letter once. */
export function findUnprintable(shelf: FontShelf, fields: readonly LetterField[]): UnprintableField[] {
  return fields.flatMap(({ field, text }) => {
    const codes = [...lettersOf(text)].filter((code) => !shelf.holds(code))
    return codes.length > 0 ? [{ field, letters: codes.map((code) => String.fromCodePoint(code)) }] : []
  })
}

/** Returns true for texts that the base fonts surely contain, without reading the table: Latin with its accents. */
export const isPlainLatin = (text: string): boolean => /^[\t\n\r\u0020-\u007E\u00A0-\u024F]*$/.test(text)

/** Returns all text of a paper of any kind. */
export function textOfPaper(paper: object): string {
  return composeHangul(
    fieldsOfPaper(paper)
      .map(({ text }) => text)
      .join('\n'),
  )
}

/**
 * Returns every text of a paper with its place: the paper's label for it, otherwise the name of the part.
 * Numbers, dates and bytes have no letters.
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

/** Markup may give letters by their number; other texts are literal. */
function textOf(value: string): string {
  if (!value.includes('&')) return value
  const decoded = decodeEntities(value)
  return decoded.ok ? decoded.text : value
}

/** The paper's names of its parts. */
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

/** Parts whose fields have separate names. */
const PLACES_WITHIN: Record<string, Record<string, string>> = {
  'the patient’s data': { name: 'the patient’s name', id: 'the patient ID' },
}
