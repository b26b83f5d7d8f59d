import type { Permission } from '#domain/access/permissions.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { patientPaid, visitReceivable } from '#domain/money/visit-money.ts'
import { isVisitCancelled } from '#domain/status/visit-status.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { PAYMENT_WORDS as WORDS } from './words.ts'

/** The facts that decide about the buttons of a visit's money. */
export interface MoneyFacts {
  visit: Pick<ShownPriced, 'status' | 'net_charges' | 'paid' | 'settled' | 'patient_share' | 'rev'>
  decimals: number
  permissions: readonly Permission[]
  isOnline: boolean
  /** Charges were changed and not saved. */
  isDirty: boolean
}

/** Returns the amount that the desk may still receive, in minor units. */
export const receivable = ({ visit, decimals }: Pick<MoneyFacts, 'visit' | 'decimals'>): number =>
  visitReceivable(visit, decimals)

/** Returns why no payment can be recorded now; undefined if one can. */
export function recordRefusal(facts: MoneyFacts): string | undefined {
  if (!facts.permissions.includes('create_receipt')) return WORDS.notPermitted
  if (isVisitCancelled(facts.visit.status)) return WORDS.isCancelled
  if (facts.isDirty) return WORDS.unsaved
  return receivable(facts) > 0 ? undefined : WORDS.nothingOwed
}

/** A payment that the server refused. */
export interface RefusedMoney {
  /** The sum of all its modes, in minor units. */
  taken: number
  /** The visit is shown as if it had been received. */
  isCounted: boolean
  /** It was taken while the server was unreachable. */
  madeOffline: boolean
}

/**
 * Returns the maximum for correcting a refused payment, in minor units: the amount owed without it. Money
 * taken offline is already in a drawer: it may be recorded whatever amount is now owed
 * (docs/sync.md#accepted-and-flagged).
 */
export function correctable(
  { visit, decimals }: Pick<MoneyFacts, 'visit' | 'decimals'>,
  { taken, isCounted, madeOffline }: RefusedMoney,
): number {
  const paid = toMinor(visit.paid, decimals) - (isCounted ? taken : 0)
  const owed = visitReceivable({ ...visit, paid: fromMinor(paid, decimals) }, decimals)
  return madeOffline ? Math.max(owed, taken) : owed
}

/** Returns why a refused payment cannot be sent again now; undefined if it can. */
export function correctRefusal(
  { visit, permissions }: Pick<MoneyFacts, 'visit' | 'permissions'>,
  madeOffline: boolean,
): string | undefined {
  if (!permissions.includes('create_receipt')) return WORDS.notPermitted
  return isVisitCancelled(visit.status) && !madeOffline ? WORDS.isCancelled : undefined
}

/** Returns why no refund can be made now; undefined if one can. */
export function refundRefusal(facts: MoneyFacts): string | undefined {
  if (!facts.permissions.includes('create_refund')) return WORDS.notPermitted
  if (!facts.isOnline) return WORDS.offline
  if (facts.visit.rev === 0) return WORDS.waiting
  if (facts.isDirty) return WORDS.unsaved
  return patientPaid(facts.visit, facts.decimals) > 0 ? undefined : WORDS.nothingPaid
}

/**
 * Returns why a receipt or refund cannot be cancelled now; undefined if it can. `isHere`: the server does not
 * have it yet.
 */
export function cancelRefusal(
  { permissions, isOnline }: Pick<MoneyFacts, 'permissions' | 'isOnline'>,
  isHere: boolean,
): string | undefined {
  if (!permissions.includes('cancel_receipt')) return WORDS.notPermitted
  if (!isOnline) return WORDS.offline
  return isHere ? WORDS.waiting : undefined
}
