import { nameWords } from '../match/name-likeness.ts'
import { digitsOf } from './phone-lengths.ts'
import { wordFit } from './word-fit.ts'

/** Exact numbers rank above every name. */
export const EXACT_NUMBER = 100
const NUMBER_BEGINS = 50
/** Numbers with at least this many digits also match by prefix. */
const DIGITS_MIN = 4
const MOBILE_MIN = 6

/** The numbers of a patient that a search checks. */
export interface KnownNumbers {
  /** Patient id, national id and passport, normalised by plainNumber. */
  numbers: readonly string[]
  mobile: string
}

/** The part of a patient that a search checks. */
export interface Findable {
  pat_id: string
  fname: string
  lname: string
  mobile: string
  /** Absent if the reader may not see it. */
  ssn?: string | undefined
  passport?: string | undefined
}

const plainNumber = (number: string) => number.toUpperCase().trim()

export const numbersOf = ({ pat_id, ssn, passport, mobile }: Findable): KnownNumbers => ({
  numbers: [pat_id, ssn ?? '', passport ?? ''].map(plainNumber).filter((number) => number !== ''),
  mobile,
})

/** How well a text matches the numbers of a patient; 0 if it does not. */
export function numberRank(text: string): (known: KnownNumbers) => number {
  const number = plainNumber(text)
  const digits = digitsOf(text)
  const isPhone = digits.length >= DIGITS_MIN && /^[\d\s()+-]+$/u.test(text.trim())
  return ({ numbers, mobile }) => {
    if (numbers.includes(number)) return EXACT_NUMBER
    if (!isPhone) return 0
    if (mobile.length >= MOBILE_MIN && digits.endsWith(mobile)) return EXACT_NUMBER
    return mobile.startsWith(digits) || mobile.endsWith(digits) ? NUMBER_BEGINS : 0
  }
}

/** The words of a name that a text searches for; none if it is a number. */
export const wantedWords = (text: string): string[] => (/\p{L}/u.test(text) ? nameWords(text) : [])

/** How well a text matches a patient, by the rule of the index; 0 if it does not. */
export function searchRank(text: string): (patient: Findable) => number {
  const byNumber = numberRank(text)
  const words = wantedWords(text)
  const byName = ({ fname, lname }: Findable) => {
    const own = nameWords(`${fname} ${lname}`)
    const fits = words.map((word) => Math.max(0, ...own.map((known) => wordFit(word, known))))
    return fits.includes(0) ? 0 : fits.reduce((sum, fit) => sum + fit, 0)
  }
  return (patient) => Math.max(byNumber(numbersOf(patient)), byName(patient))
}
