import { plainDigits } from '../time/plain-digits.ts'
import { type ReadAmount, readCharge } from './charge-text.ts'
import { isSignOf, splitCurrency } from './currency-signs.ts'

/** Inputs for reading the amounts of a sheet. */
export interface SheetMoney {
  /** Decimals of the client's currency. */
  decimals: number
  /** Its code (ISO 4217): the only currency that a cell may name. */
  currency: string
}

/** Marks that change the text direction, as found around numbers in Arabic sheets. */
const MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
const SEPARATORS = /[.,'’\s\u00a0\u202f]/

/**
 * Reads an amount as a person writes it in a sheet: digits of Arabic, Persian and Devanagari writing, the client's
 * currency before or after. Ambiguous text such as "1,200" is not guessed: the fault lists the possible
 * meanings. The fault follows the column's title in a sentence.
 */
export function readSheetAmount(text: string, { decimals, currency }: SheetMoney): ReadAmount {
  const { amount, sign } = splitCurrency(text.replace(MARKS, '').trim())
  if (sign !== '' && !isSignOf(sign, currency))
    return { fault: `names ${sign}, and the amounts here are in ${currency}` }
  // The Arabic separators for thousands and decimals are unambiguous.
  const digits = plainDigits(amount)
    .replace(/(\d)٬(?=\d{3})/g, '$1')
    .replace('٫', '.')
  const meanings = meaningsOf(digits, decimals)
  if (meanings === undefined) return readCharge(digits, decimals)
  return { fault: `is unclear: write "${text.trim()}" as ${meanings.join(' or ')}` }
}

/** Possible meanings of a number with separators; undefined if it is unambiguous. */
function meaningsOf(digits: string, decimals: number): string[] | undefined {
  const kinds = new Set(digits.match(new RegExp(SEPARATORS, 'g')))
  if (kinds.size === 0 || !/^\d+(?:[.,'’\s\u00a0\u202f]\d+)+$/.test(digits)) return undefined
  const parts = digits.split(SEPARATORS)
  const last = parts.at(-1) ?? ''
  const isPlainDot = kinds.size === 1 && kinds.has('.') && parts.length === 2
  // 1.200 may mean a thousand or hardly more than one, unless the currency has three decimals. The code below
  // reports too many decimals for 1.234.
  const isThousand = /^\d\d0$/.test(last) && (parts[0] ?? '').length <= 3 && decimals < 3
  if (isPlainDot && !isThousand) return undefined
  const whole = isGrouped(parts) && kinds.size === 1 ? [parts.join('')] : []
  const hasDecimals = kinds.size === 2 || parts.length === 2
  const fraction = hasDecimals && /[.,]\d+$/.test(digits) ? [`${parts.slice(0, -1).join('')}.${last}`] : []
  const meanings = [...whole, ...fraction]
  return meanings.length > 0 ? meanings : undefined
}

/** Thousands in groups of three, or the Indian way: 12,00,000. */
const isGrouped = ([first = '', ...groups]: string[]): boolean =>
  first.length <= 3 &&
  groups.at(-1)?.length === 3 &&
  groups.slice(0, -1).every(({ length }) => length === 3 || length === 2)
