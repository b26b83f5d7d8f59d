import type { SpokenLanguage } from './languages.ts'

/** The text around the cursor in its paragraph; a line break is `\n`, a picture `\ufffc`. */
export interface Surroundings {
  before: string
  after: string
}

const ENDS_SENTENCE = /[.?!।]["'”’)\]]*\s*$/u
/** A full stop after a number or an abbreviation does not end a sentence: `e.g. `, `approx. `, `vs. `. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|approx|vs|cf|dr|no|fig|ca|resp)\.\s*$/iu
const CLINGS_LEFT = /^[.,;:?!)\]%।”’]/u
const HOLDS_ON = /[\s([/\-–“‘]$/u

/** True if the next word begins a sentence. */
export function isSentenceStart(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (line.trim() === '') return true
  return ENDS_SENTENCE.test(line) && !ABBREVIATION.test(line)
}

/**
 * Words that an engine capitalises only because the utterance began with them. Any other word keeps its capital within
 * a sentence: it may be a name (`Doppler`, `Gadolinium`).
 */
const SMALL_WORDS: Record<SpokenLanguage, ReadonlySet<string>> = {
  en: new Set(
    'a an and are as at but by for from has have in is it its no not of on or than that the there these this to was were which with within without'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'à au aux avec dans de des du elle en et il la le les mais ou par pas pour sans sur un une'.split(' '),
  ),
  it: new Set(
    'a al alla con da dei del della di e è gli i il in la le lo ma nel nella non o per senza su un una'.split(
      ' ',
    ),
  ),
  hi: new Set(),
  pt: new Set(
    'a ao as com da das de do dos e é em mas na nas no nos o os ou para por se sem um uma'.split(' '),
  ),
  es: new Set('a al con de del e el en es la las lo los ni no o pero por se sin su un una y'.split(' ')),
}

function withCase(text: string, before: string, language: SpokenLanguage): string {
  const [first = ''] = text.split(' ', 1)
  const rest = text.slice(first.length)
  if (isSentenceStart(before)) return capitalised(first) + rest
  const small = first.toLowerCase()
  return SMALL_WORDS[language].has(small) ? small + rest : text
}

/** Capitalises the first letter, also after a bracket; a word that has capitals already is unchanged. */
function capitalised(word: string): string {
  if (/\p{Lu}/u.test(word)) return word
  return word.replace(/\p{Ll}/u, (letter) => letter.toUpperCase())
}

/**
 * Spells dictated words for the cursor position: capitalised at the beginning of a sentence, separated by one space
 * from the text before and after, with no space before a mark.
 */
export function spellText(text: string, around: Surroundings, language: SpokenLanguage): string {
  const { before, after } = around
  const written = withCase(text, before, language)
  const isFree = before === '' || HOLDS_ON.test(before) || CLINGS_LEFT.test(written)
  const isNextClose =
    after !== '' && !/^\s/u.test(after) && !CLINGS_LEFT.test(after) && !HOLDS_ON.test(written)
  return `${isFree ? '' : ' '}${written}${isNextClose ? ' ' : ''}`
}

/** Marks that are spoken as a command. */
export const SPOKEN_MARKS = [
  'fullStop',
  'comma',
  'colon',
  'questionMark',
  'bracketOpen',
  'bracketClose',
  'space',
] as const
export type SpokenMark = (typeof SPOKEN_MARKS)[number]

const MARKS: Record<SpokenMark, string> = {
  fullStop: '.',
  comma: ',',
  colon: ':',
  questionMark: '?',
  bracketOpen: '(',
  bracketClose: ')',
  space: ' ',
}

/** A mark as written, and how many blanks before the cursor it replaces. */
export interface SpelledMark {
  text: string
  blanksBefore: number
}

/** Spells a spoken mark for the cursor position: it attaches to the word that it belongs to. */
export function spellMark(mark: SpokenMark, { before }: Surroundings, language: SpokenLanguage): SpelledMark {
  if (mark === 'space') return { text: ' ', blanksBefore: 0 }
  if (mark === 'bracketOpen')
    return { text: before === '' || HOLDS_ON.test(before) ? '(' : ' (', blanksBefore: 0 }
  const [blanks = ''] = /[^\S\n]*$/u.exec(before) ?? []
  const text =
    mark === 'fullStop' && language === 'hi' && !/[\p{Script=Latin}\p{N})]$/u.test(before.trimEnd())
      ? '।'
      : MARKS[mark]
  return { text, blanksBefore: blanks.length }
}
