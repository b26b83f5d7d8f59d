import { fromMinor, toMinor } from './minor-units.ts'

/** File name of a reader's statement: `name` in characters that every system accepts in file names. */
export function payoutFileName(month: string, name: string, isDraft: boolean): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${['payout', month, plain, isDraft ? 'draft' : ''].filter((part) => part !== '').join('-')}.pdf`
}

/** Points have two decimals. */
const POINT_DECIMALS = 2

/**
 * What a reader earns for `points` at `rate` per point, in the client's currency with `decimals`. The sum of the points
 * is multiplied once and rounded once, half up. Throws RangeError if either is not an amount or is below zero.
 */
export function payoutOf(points: number | string, rate: number | string, decimals: number): number {
  const hundredths = BigInt(toMinor(points, POINT_DECIMALS))
  const minor = BigInt(toMinor(rate, decimals))
  if (hundredths < 0n || minor < 0n) throw new RangeError('points and rates are not below zero')
  return fromMinor(Number((hundredths * minor + 50n) / 100n), decimals)
}
