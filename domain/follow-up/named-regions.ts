import { COMPOUND, NAMED, ONLY_KIND, PROCEDURE, REGIONS, type Region, SEPARATORS } from './region-words.ts'

const BETWEEN = new RegExp(SEPARATORS, 'g')
const COMPOUNDS = new RegExp(COMPOUND, 'g')
const ONLY_KINDS = new RegExp(ONLY_KIND)
const PROCEDURES = new RegExp(PROCEDURE)
const PATTERNS = REGIONS.map((region) => ({ region, pattern: new RegExp(NAMED[region]) }))

/** A text as small words with a blank around each. */
const wordsOf = (text: string) => ` ${text.toLowerCase().replace(BETWEEN, ' ').trim()} `

/** The parts of the body that a text names: a `femoral head` is a hip and no head. */
export function regionsIn(text: string): Region[] {
  const words = wordsOf(text)
  const said = `${words}|${words.replace(COMPOUNDS, ' ~')}`
  return PATTERNS.filter(({ pattern }) => pattern.test(said)).map(({ region }) => region)
}

/**
 * Whether an examination with that name can be the one that was asked for: no part was asked for, it names one of those, or
 * it says nothing but its kind (`CT`). A CT of the head, or of a part that nobody here knows, does not answer a follow-up of
 * the chest; a biopsy under CT answers none. The rule in SQL is server/features/follow-ups/covers-regions.ts.
 */
export function coversRegions(wanted: readonly Region[], name: string): boolean {
  const words = wordsOf(name)
  if (PROCEDURES.test(words)) return false
  if (wanted.length === 0 || ONLY_KINDS.test(words)) return true
  return regionsIn(name).some((region) => wanted.includes(region))
}
