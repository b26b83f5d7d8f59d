import { findMinor, minorToText } from '#domain/money/minor-units.ts'
import { discountOfPercent, percentOfDiscount, spreadDiscount } from '#domain/visit/spread-discount.ts'
import type { BookingDraft, DraftLine } from './draft.ts'

/** A line in whole minor units, and as its inputs show it. */
export interface ReckonedLine {
  id: string
  charges: number
  discount: number
  net: number
  chargesText: string
  discountText: string
  /** The typed text is not an amount, or the discount exceeds the charge. */
  problem: 'charges' | 'discount' | undefined
}

/** The price of a booking, in whole minor units. */
export interface Reckoning {
  lines: readonly ReckonedLine[]
  charges: number
  discount: number
  net: number
  /** The discount as the two inputs show it. */
  percentText: string
  amountText: string
  /** The discount is not a number, more than the total, or more than the head allows. */
  isDiscountWrong: boolean
}

/** What the calculation needs besides the typed values. */
export interface Prices {
  decimals: number
  /** List price of a line, in minor units. */
  listPrice: (line: DraftLine) => number
  /** Excluded from totals. */
  isCancelled: (line: DraftLine) => boolean
  /** Discounts apply only with a head that allows them. */
  isDiscounted: boolean
  /** The maximum discount; undefined for people who may set any discount. */
  mostPercent?: number | undefined
}

/** Decimals of a percent. */
export const PERCENT_DECIMALS = 2

type Typed = Pick<BookingDraft, 'lines' | 'discount'>

/**
 * Charges, discounts and nets of a booking. The total discount spreads over the lines in proportion to their charges,
 * with the remainder on the first; a discount typed for one line stays as it is (docs/visits.md#booking).
 */
export function reckon({ lines, discount }: Typed, prices: Prices): Reckoning {
  const { decimals, listPrice, isCancelled, isDiscounted } = prices
  const charges = lines.map((line) =>
    line.charges === undefined ? listPrice(line) : findAmount(line.charges, decimals),
  )
  const live = charges.map((minor, at) => (isCancelled(lines[at]!) ? 0 : (minor ?? 0)))
  const sum = live.reduce(plus, 0)
  const whole = isDiscounted ? wholeDiscount(discount, live, decimals) : 0
  const parts = spreadDiscount(live, whole ?? 0)
  const reckoned = lines.map((line, at) =>
    reckonLine(line, charges[at], isDiscounted ? (parts[at] ?? 0) : 0, prices),
  )
  const counted = reckoned.filter((_, at) => !isCancelled(lines[at]!))
  const taken = counted.map((line) => line.discount).reduce(plus, 0)
  return {
    lines: reckoned,
    charges: sum,
    discount: taken,
    net: sum - taken,
    ...discountTexts(discount, { live, taken, decimals, isWhole: lines.every(isSpread) }),
    isDiscountWrong: whole === undefined || whole > sum || isOver(prices, live, taken),
  }
}

const isOver = ({ mostPercent }: Prices, charges: readonly number[], taken: number) =>
  mostPercent !== undefined && taken > discountOfPercent(charges, mostPercent)
const plus = (left: number, right: number) => left + right
const isSpread = ({ discount }: DraftLine) => discount === undefined

/** Returns typed text in minor units; empty is 0, undefined is not an amount or below zero. */
export function findAmount(typed: string, decimals: number): number | undefined {
  if (typed.trim() === '') return 0
  const minor = findMinor(typed, decimals)
  return minor !== undefined && minor >= 0 ? minor : undefined
}

function wholeDiscount(
  { kind, typed }: BookingDraft['discount'],
  charges: readonly number[],
  decimals: number,
): number | undefined {
  if (kind === 'amount') return findAmount(typed, decimals)
  const hundredths = findAmount(typed, PERCENT_DECIMALS)
  if (hundredths === undefined || hundredths > 10_000) return undefined
  return discountOfPercent(charges, hundredths / 100)
}

function reckonLine(
  line: DraftLine,
  charges: number | undefined,
  part: number,
  prices: Prices,
): ReckonedLine {
  const { decimals, isDiscounted } = prices
  const typed = line.discount === undefined || !isDiscounted ? part : findAmount(line.discount, decimals)
  const [asked, taken] = [charges ?? 0, typed ?? 0]
  const isTooMuch = typed === undefined || taken > asked
  return {
    id: line.id,
    charges: asked,
    discount: taken,
    net: asked - taken,
    chargesText: line.charges ?? minorToText(asked, decimals),
    discountText:
      (isDiscounted ? line.discount : undefined) ?? (taken === 0 ? '' : minorToText(taken, decimals)),
    problem: charges === undefined ? 'charges' : isTooMuch ? 'discount' : undefined,
  }
}

interface DiscountFacts {
  live: readonly number[]
  taken: number
  decimals: number
  /** No line has its own discount: the typed text is shown unchanged. */
  isWhole: boolean
}

function discountTexts(
  { kind, typed }: BookingDraft['discount'],
  { live, taken, decimals, isWhole }: DiscountFacts,
): Pick<Reckoning, 'percentText' | 'amountText'> {
  const amount = taken === 0 ? '' : minorToText(taken, decimals)
  const percent = taken === 0 ? '' : String(percentOfDiscount(live, taken))
  if (!isWhole) return { percentText: percent, amountText: amount }
  return kind === 'percent'
    ? { percentText: typed, amountText: amount }
    : { percentText: percent, amountText: typed }
}

/** Returns text allowed in a money input: digits and one dot, at most `decimals` decimals; else undefined. */
export function typedAmount(text: string, decimals: number): string | undefined {
  const pattern = decimals === 0 ? /^\d*$/ : new RegExp(`^\\d*(\\.\\d{0,${decimals}})?$`)
  return pattern.test(text) ? text : undefined
}
