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

/** Whether words say nothing but the kind of an examination, or nothing at all: `plain scan`. */
export const isOnlyKind = (name: string): boolean => ONLY_KINDS.test(wordsOf(name))

/** Whether something is done to the patient, as in a biopsy under CT. */
export const isProcedure = (name: string): boolean => PROCEDURES.test(wordsOf(name))

/**
 * Whether an examination with that name can be the one that was asked for: no part was asked for, it names one of those, or
 * it says nothing but its kind (`CT`). A CT of the head, or of a part that nobody here knows, does not answer a follow-up of
 * the chest; a biopsy under CT answers none. The rule in SQL is server/features/follow-ups/covers-regions.ts.
 */
export function coversRegions(wanted: readonly Region[], name: string): boolean {
  if (isProcedure(name)) return false
  if (wanted.length === 0 || isOnlyKind(name)) return true
  return regionsIn(name).some((region) => wanted.includes(region))
}
