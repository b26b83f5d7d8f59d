import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import type { PackageService } from '#contract/masters/package.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import type { RepricedLine } from '#domain/visit/below-list.ts'
import type { DraftLine } from '../draft/draft.ts'
import type { Reckoning } from '../draft/reckon.ts'

/** Sources of a line's list price. */
export interface PriceBooks {
  /** Services that the visit already has, by id. */
  stored: ReadonlyMap<string, VisitServiceRow>
  /** The booked package. */
  sold: { services?: readonly PackageService[] | undefined } | undefined
  /** Today's list price, in minor units. */
  listed: number
  decimals: number
}

/** Returns a line with its reference list price: the package's, the one when it was booked, or today's. */
export function linePrices(
  { id, serviceId }: DraftLine,
  { lines }: Pick<Reckoning, 'lines'>,
  { stored, sold, listed, decimals }: PriceBooks,
): RepricedLine {
  const reckoned = lines.find((line) => line.id === id)
  const booked = stored.get(id)
  const ofPackage = sold?.services?.find(({ service_id }) => service_id === serviceId)?.charges
  const ofList = booked ? booked.list_charges : undefined
  const price = ofPackage ?? ofList
  return {
    charges: reckoned?.charges ?? 0,
    discount: reckoned?.discount ?? 0,
    list: price === undefined || price === null ? (booked ? null : listed) : toMinor(price, decimals),
    chargesBefore: booked?.charges === undefined ? undefined : toMinor(booked.charges, decimals),
  }
}
