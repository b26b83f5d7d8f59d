import { discountOfPercent } from './spread-discount.ts'

/** What a line costs, in whole minor units. */
export interface ListedLine {
  /** Its list price; null where there is none to compare with. */
  list: number | null
  charges: number
  discount: number
}

/** What a line is sold below its list price; 0 where it is not. */
export const belowList = ({ list, charges }: Pick<ListedLine, 'list' | 'charges'>): number =>
  list === null ? 0 : Math.max(0, list - charges)

/** A line as papers show it: what is below the list is a discount. The net is the same. */
export const shownAsDiscount = (line: ListedLine): { charges: number; discount: number } => ({
  charges: line.charges + belowList(line),
  discount: line.discount + belowList(line),
})

/** A line as it is to be, with the charges that it had before; undefined for a new one. */
export interface RepricedLine extends ListedLine {
  chargesBefore: number | undefined
}

/** True for a line that is sold below its list and cost more before, or is new. What was agreed once may stay. */
export const isLowered = (line: RepricedLine): boolean =>
  belowList(line) > 0 && (line.chargesBefore === undefined || line.charges < line.chargesBefore)

/** Who sells, and why. */
export interface PriceAsked {
  /** The right to discounts without a head. */
  isFree: boolean
  /** Percent of the discount head; undefined without one. */
  headPercent: number | undefined
  reason: string
}

/**
 * What is missing to sell lines below their list prices: the right (custom discount, or a head whose percent of the list
 * covers all that is taken off), or the reason. Undefined where nothing is; a price above the list is free.
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
