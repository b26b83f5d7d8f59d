import { isPaid, type PaymentStatus } from '../status/payment-status.ts'
import { isVisitCancelled, type VisitStatus } from '../status/visit-status.ts'
import { hasMoreDecimals } from './check-payment.ts'
import { findMinor, minorToText, toMinor } from './minor-units.ts'
import { isSetOff } from './payment-modes.ts'

/** Who pays a settlement: a referring hospital or doctor. */
export interface Payer {
  type: 'Doctor' | 'Hospital'
  id: string
}

/** What decides whether an invoice can be settled, and by whom. */
export interface SchemeInvoice {
  status: VisitStatus
  payment_status: PaymentStatus
  ref_dr_scheme_id: string | null
  ref_dr_scheme_type: '' | 'Doctor' | 'Hospital'
  ref_hospital_id: string | null
  ref_dr_id: string | null
  machines: readonly { ref_hospital_id: string | null; ref_dr_id: string | null }[]
}

/** The hospital or doctor whose scheme the invoice uses: that of the visit, else of its first slot that names one. */
export function payerOf(invoice: SchemeInvoice): Payer | undefined {
  const { ref_dr_scheme_id, ref_dr_scheme_type: type, machines } = invoice
  if (ref_dr_scheme_id === null || type === '') return undefined
  const column = type === 'Hospital' ? 'ref_hospital_id' : 'ref_dr_id'
  const id = [invoice, ...machines].map((one) => one[column]).find((one) => one !== null)
  return id === undefined || id === null ? undefined : { type, id }
}

/** Why an invoice cannot be settled: it has no scheme, it is cancelled, or nothing is left to pay. */
export type UnsettleableReason = 'no_scheme' | 'cancelled' | 'paid'

/** Why an invoice cannot be selected for a settlement; undefined if it can. */
export function findUnsettleable(invoice: SchemeInvoice): UnsettleableReason | undefined {
  if (payerOf(invoice) === undefined) return 'no_scheme'
  if (isVisitCancelled(invoice.status)) return 'cancelled'
  return isPaid(invoice.payment_status) ? 'paid' : undefined
}

/** True if all of the payers are one hospital or doctor. */
export const isOnePayer = (payers: readonly (Payer | undefined)[]): boolean =>
  new Set(payers.map((payer) => payer && `${payer.type} ${payer.id}`)).size <= 1

/** An invoice with the amount that is typed for it. Amounts are as on the wire. */
export interface TypedSettlement {
  id: string
  /** What the hospital or doctor still owes of it. */
  rest: number
  /** The payer's commission on its lines that is neither settled nor used. */
  commission: number
  /** As typed; blank leaves the invoice out. */
  typed: string
}

export type SettlementProblem = 'numeric' | 'decimals' | 'positive' | 'rest' | 'commission'

/** The first problem that blocks a settlement, and the invoice that has it. */
export type FoundSettlementProblem =
  | { problem: SettlementProblem; id: string }
  | { problem: 'mode' | 'none'; id?: undefined }

/** The most that a settlement in `mode` may receive for an invoice, in minor units. */
export function settlementCap(
  { rest, commission }: Pick<TypedSettlement, 'rest' | 'commission'>,
  mode: string | undefined,
  decimals: number,
): number {
  const whole = toMinor(rest, decimals)
  return mode !== undefined && isSetOff(mode) ? Math.min(whole, toMinor(commission, decimals)) : whole
}

/** The initial amount of an invoice in `mode`, as text: all that may be received, or blank if that is nothing. */
export function settlementText(row: TypedSettlement, mode: string | undefined, decimals: number): string {
  const cap = settlementCap(row, mode, decimals)
  return cap > 0 ? minorToText(cap, decimals) : ''
}

/** The typed amount in minor units: 0 if blank, undefined if it is not an amount. */
export const settledMinor = ({ typed }: Pick<TypedSettlement, 'typed'>, decimals: number) =>
  typed.trim() === '' ? 0 : findMinor(typed, decimals)

/** What is wrong with the amount of one invoice; a blank one is skipped and never wrong. */
export function findSettlementProblem(
  row: TypedSettlement,
  mode: string | undefined,
  decimals: number,
): SettlementProblem | undefined {
  if (row.typed.trim() === '') return undefined
  const minor = findMinor(row.typed, decimals)
  if (minor === undefined) return 'numeric'
  if (hasMoreDecimals(row.typed, decimals)) return 'decimals'
  if (minor <= 0) return 'positive'
  if (minor > toMinor(row.rest, decimals)) return 'rest'
  return minor > settlementCap(row, mode, decimals) ? 'commission' : undefined
}

/** Why the typed amounts cannot be settled, rows first; undefined if they can. */
export function checkSettlement(
  rows: readonly TypedSettlement[],
  mode: string | undefined,
  decimals: number,
): FoundSettlementProblem | undefined {
  if (mode === undefined) return { problem: 'mode' }
  for (const row of rows) {
    const problem = findSettlementProblem(row, mode, decimals)
    if (problem) return { problem, id: row.id }
  }
  return rows.some(({ typed }) => typed.trim() !== '') ? undefined : { problem: 'none' }
}

/**
 * The part of each open commission in `amount`, in order: each commission is used up before the next. The parts add up
 * to `amount` if the commissions cover it. Whole minor units.
 */
export function spreadOverCommissions(amount: number, open: readonly number[]): number[] {
  let left = amount
  return open.map((one) => {
    const part = Math.min(left, one)
    left -= part
    return part
  })
}
