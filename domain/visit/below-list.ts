import { discountOfPercent } from './spread-discount.ts'

/** The prices of a line, in whole minor units. */
export interface ListedLine {
  /** Its list price; null if there is none to compare with. */
  list: number | null
  charges: number
  discount: number
}

/** How far a line is below its list price; 0 if it is not. */
export const belowList = ({ list, charges }: Pick<ListedLine, 'list' | 'charges'>): number =>
  list === null ? 0 : Math.max(0, list - charges)

/** A line as papers show it: the difference to the list price becomes a discount. The net is the same. */
export const shownAsDiscount = (line: ListedLine): { charges: number; discount: number } => ({
  charges: line.charges + belowList(line),
  discount: line.discount + belowList(line),
})

/** A requested line with its previous charges; undefined for a new one. */
export interface RepricedLine extends ListedLine {
  chargesBefore: number | undefined
}

/** True for a line below its list price that cost more before, or is new. A price agreed earlier may stay. */
export const isLowered = (line: RepricedLine): boolean =>
  belowList(line) > 0 && (line.chargesBefore === undefined || line.charges < line.chargesBefore)

/** The seller's rights, and the reason. */
export interface PriceAsked {
  /** The right to discounts without a head. */
  isFree: boolean
  /** Percent of the discount head; undefined without one. */
  headPercent: number | undefined
  reason: string
}

/**
 * What is missing to sell lines below their list prices: the right (custom discount, or a head whose percent of the
 * list covers the whole reduction), or the reason. Undefined if nothing is missing; a price above the list is always
 * allowed.
 */
export function findPriceProblem(
  lines: readonly RepricedLine[],
  { isFree, headPercent, reason }: PriceAsked,
): 'right' | 'reason' | undefined {
  if (!lines.some(isLowered)) return undefined
  if (!isFree && !isCovered(lines, headPercent)) return 'right'
  return reason.trim() === '' ? 'reason' : undefined
}

function isCovered(lines: readonly ListedLine[], percent: number | undefined): boolean {
  if (percent === undefined) return false
  const shown = lines.map(shownAsDiscount)
  const taken = shown.reduce((total, { discount }) => total + discount, 0)
  return (
    taken <=
    discountOfPercent(
      shown.map(({ charges }) => charges),
      percent,
    )
  )
}
