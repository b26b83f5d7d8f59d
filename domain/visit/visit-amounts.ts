import { paymentStatusOf } from '../money/balance.ts'
import { fromMinor, toMinor } from '../money/minor-units.ts'
import { spreadPaid } from '../money/spread-paid.ts'
import type { PaymentStatus } from '../status/payment-status.ts'
import { isLiveService, type ServiceStatus } from '../status/service-status.ts'
import type { VisitStatus } from '../status/visit-status.ts'
import type { DayText } from '../time/zones.ts'
import { isLeftOut, NONE_ID } from './visit-filter.ts'

/** One receipt or refund of a visit with the days on which it counts at its branch. */
export interface DatedMoney {
  amount: number
  business_day: DayText
  cancel_day: DayText | null
}

/** The part of a visit that its amounts follow from; amounts in units of the client's currency. */
export interface BilledVisit {
  status: VisitStatus
  charges: number
  discount: number
  net_charges: number
  paid: number
  services: readonly {
    department_id: string | null
    status: ServiceStatus
    charges: number
    discount: number
    net_charges: number
  }[]
}

/** The amounts of a visit in the list, in units of the client's currency. */
export interface VisitAmounts {
  charges: number
  discount: number
  net_charges: number
  paid: number
  balance: number
  /** For the whole visit, whichever department is requested. */
  payment_status: PaymentStatus
}

/** Received less refunded by the end of `day`, without what was cancelled by then. In whole minor units. */
export function paidBy(
  day: DayText,
  receipts: readonly DatedMoney[],
  refunds: readonly DatedMoney[],
  decimals: number,
): number {
  const sum = (moved: readonly DatedMoney[]) =>
    moved
      .filter((one) => one.business_day <= day && (one.cancel_day === null || one.cancel_day > day))
      .reduce((total, { amount }) => total + toMinor(amount, decimals), 0)
  return sum(receipts) - sum(refunds)
}

/**
 * The amounts of a visit as the list shows them: for the whole visit, or for its live services of one department
 * (`'0'`: none) with their part of `paid`, in whole minor units. For a visit excluded from sums they always cover the
 * whole.
 */
export function visitAmounts(
  visit: BilledVisit,
  paid: number,
  departmentId: string | undefined,
  decimals: number,
): VisitAmounts {
  const minor = (amount: number) => toMinor(amount, decimals)
  const net = minor(visit.net_charges)
  const whole = { charges: minor(visit.charges), discount: minor(visit.discount), net, paid }
  // A visit that is excluded from sums has no parts either.
  const isWhole = departmentId === undefined || isLeftOut(visit)
  const sums = isWhole ? whole : partOf(visit, whole, departmentId, minor)
  return {
    charges: fromMinor(sums.charges, decimals),
    discount: fromMinor(sums.discount, decimals),
    net_charges: fromMinor(sums.net, decimals),
    paid: fromMinor(sums.paid, decimals),
    balance: fromMinor(sums.net - sums.paid, decimals),
    payment_status: paymentStatusOf(net, paid),
  }
}

interface Sums {
  charges: number
  discount: number
  net: number
  paid: number
}

const NOTHING: Sums = { charges: 0, discount: 0, net: 0, paid: 0 }

function partOf(visit: BilledVisit, whole: Sums, id: string, minor: (amount: number) => number): Sums {
  const live = visit.services.filter(({ status }) => isLiveService(status))
  // Money of a visit without services belongs to no department.
  if (live.length === 0) return id === NONE_ID ? whole : NOTHING
  const nets = live.map(({ net_charges }) => minor(net_charges))
  const paid = spreadPaid(whole.paid, nets)
  const department = id === NONE_ID ? null : id
  return live.reduce(
    (sums, { department_id, charges, discount }, i) =>
      department_id === department
        ? {
            charges: sums.charges + minor(charges),
            discount: sums.discount + minor(discount),
            net: sums.net + (nets[i] ?? 0),
            paid: sums.paid + (paid[i] ?? 0),
          }
        : sums,
    NOTHING,
  )
}

/** Sums of a list of visits, in units of the client's currency. */
export interface VisitTotals {
  /** Without the cancelled ones. */
  visits: number
  charges: number
  discount: number
  net_charges: number
  paid: number
  balance: number
}

const NO_VISITS: VisitTotals = { visits: 0, charges: 0, discount: 0, net_charges: 0, paid: 0, balance: 0 }
const SUMMED = ['charges', 'discount', 'net_charges', 'paid', 'balance'] as const

/** Adds the amounts of visits to `totals`, or subtracts them with `sign` -1. Cancelled visits are never counted. */
export function addVisits(
  totals: VisitTotals,
  listed: readonly { visit: Pick<BilledVisit, 'status' | 'charges' | 'services'>; amounts: VisitAmounts }[],
  decimals: number,
  sign: 1 | -1 = 1,
): VisitTotals {
  const counted = listed.filter(({ visit }) => !isLeftOut(visit))
  const sumOf = (name: (typeof SUMMED)[number]) =>
    fromMinor(
      counted.reduce(
        (sum, { amounts }) => sum + sign * toMinor(amounts[name], decimals),
        toMinor(totals[name], decimals),
      ),
      decimals,
    )
  const sums = Object.fromEntries(SUMMED.map((name) => [name, sumOf(name)]))
  return { ...NO_VISITS, ...sums, visits: totals.visits + sign * counted.length }
}

/** The sums of visits, as `addVisits` counts them. */
export const totalsOf = (listed: Parameters<typeof addVisits>[1], decimals: number): VisitTotals =>
  addVisits(NO_VISITS, listed, decimals)
