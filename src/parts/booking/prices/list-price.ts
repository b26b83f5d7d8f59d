import type { ServiceRecord } from '#contract/masters/service.ts'
import { findMinor } from '#domain/money/minor-units.ts'
import { linePrice } from '#domain/visit/line-price.ts'
import type { Referrer } from '../draft/draft.ts'
import type { RefCharge } from './RefChargeReaders.tsx'

export interface PriceLists {
  branchId: string
  decimals: number
  /** By referrer id. */
  refCharges: ReadonlyMap<string, readonly RefCharge[]>
}

/**
 * Returns the list price of a service in minor units: what the referrer's patients pay at this branch, else
 * the branch's charge, else the service's (docs/money.md). The doctor's list takes precedence over the
 * hospital's.
 */
export function listPriceOf(
  service: Pick<ServiceRecord, 'id' | 'charges' | 'branches'> | undefined,
  { drId, hospitalId }: Pick<Referrer, 'drId' | 'hospitalId'>,
  { branchId, decimals, refCharges }: PriceLists,
): number {
  if (!service) return 0
  const ofReferrer = [drId, hospitalId]
    .flatMap((id) => (id === null ? [] : (refCharges.get(id) ?? [])))
    .find((row) => row.service_id === service.id && row.branch_id === branchId)
  const price = linePrice(branchId, {
    referrer: ofReferrer?.service_charges,
    branches: service.branches ?? {},
    charges: service.charges,
  })
  return findMinor(price, decimals) ?? 0
}
