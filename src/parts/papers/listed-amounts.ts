import type { PricedService, PricedVisit } from '#contract/calls/priced-visit.ts'
import { toMinor } from '#domain/money/minor-units.ts'
import { isLiveService } from '#domain/status/service-status.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import { shownAsDiscount } from '#domain/visit/below-list.ts'

/** Charges and discount in minor units; reductions below the list price count as discount. */
export interface ListedAmounts {
  charges: number
  discount: number
}

/** Returns the amounts of a service as shown on screens and papers. */
export function listedService(service: PricedService, decimals: number): ListedAmounts {
  const list = service.list_charges ?? null
  return shownAsDiscount({
    list: list === null ? null : toMinor(list, decimals),
    charges: toMinor(service.charges, decimals),
    discount: toMinor(service.discount, decimals),
  })
}

/**
 * Returns the amounts of a visit as shown on screens and papers: the sum of its live services; their net is
 * the visit's.
 */
export function listedAmounts(visit: PricedVisit, decimals: number): ListedAmounts {
  const services = visit.services.filter(({ status }) => isLiveService(status))
  const charges = toMinor(visit.charges, decimals)
  const discount = toMinor(visit.discount, decimals)
  // A cancelled visit costs nothing, whatever its services cost.
  if (isVisitCancelled(visit.status)) return { charges, discount }
  const below = services.reduce(
    (sum, service) => sum + listedService(service, decimals).charges - toMinor(service.charges, decimals),
    0,
  )
  return { charges: charges + below, discount: discount + below }
}
