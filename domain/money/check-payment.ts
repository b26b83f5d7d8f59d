import { findMinor } from './minor-units.ts'
import { needsScheme } from './payment-modes.ts'

/** What a payment dialog says (docs/visits.md#booking, word for word), and what it says where the spec is silent. */
export const PAYMENT_PROBLEMS = {
  scheme: 'Select Insurance!',
  amount: 'Enter amount for all selected modes!',
  numeric: 'Amount must be numeric!',
  decimals: 'Amount has too many decimals!',
  positive: 'Amount must be more than 0!',
  tendered: 'Cash handed over is less than the amount!',
  none: 'Choose a payment mode!',
  balance: 'You can not receive more than balance!',
  received: 'You can not refund more than received!',
} as const
export type PaymentProblem = keyof typeof PAYMENT_PROBLEMS

/** One mode as it is typed. */
export interface TypedPayment {
  mode: string
  amount: string
  schemeId?: string | null
  /** The cash that was handed over; blank where nobody typed it. */
  tendered?: string
}

/** What a typed payment may come to at most, in minor units, and the decimals of the client's money. */
export interface PaymentLimit {
  kind: 'receipt' | 'refund'
  limit: number
  decimals: number
}

/** The first thing that is wrong with a payment, and the mode that it is wrong with. */
export interface FoundProblem {
  problem: PaymentProblem
  mode?: string
}

/** What stands in the way of recording a payment or refund as it is typed; undefined where nothing does. */
export function findPaymentProblem(
  rows: readonly TypedPayment[],
  { kind, limit, decimals }: PaymentLimit,
): FoundProblem | undefined {
  if (rows.length === 0) return { problem: 'none' }
  for (const row of rows) {
    const problem = rowProblem(row, kind, decimals)
    if (problem) return { problem, mode: row.mode }
  }
  if (typedTotal(rows, decimals) <= limit) return undefined
  return { problem: kind === 'receipt' ? 'balance' : 'received' }
}

function rowProblem(
  { mode, amount, schemeId, tendered = '' }: TypedPayment,
  kind: PaymentLimit['kind'],
  decimals: number,
): PaymentProblem | undefined {
  if (kind === 'receipt' && needsScheme(mode) && !schemeId) return 'scheme'
  if (amount.trim() === '') return 'amount'
  const minor = findMinor(amount, decimals)
  if (minor === undefined) return 'numeric'
  if (hasMoreDecimals(amount, decimals)) return 'decimals'
  if (minor <= 0) return 'positive'
  return tendered.trim() === '' ? undefined : tenderedProblem(tendered, minor, decimals)
}

function tenderedProblem(tendered: string, amount: number, decimals: number): PaymentProblem | undefined {
  const minor = findMinor(tendered, decimals)
  if (minor === undefined) return 'numeric'
  if (hasMoreDecimals(tendered, decimals)) return 'decimals'
  return minor < amount ? 'tendered' : undefined
}

/** What goes back of the cash that was handed over, in minor units; undefined where either is no amount, or it is too little. */
export function changeOf({ amount, tendered = '' }: TypedPayment, decimals: number): number | undefined {
  const [asked, given] = [findMinor(amount, decimals), findMinor(tendered, decimals)]
  if (asked === undefined || given === undefined || tendered.trim() === '') return undefined
  return given < asked ? undefined : given - asked
}

/** The sum of what is typed, in minor units; what is no amount counts nothing. */
export function typedTotal(rows: readonly Pick<TypedPayment, 'amount'>[], decimals: number): number {
  return rows.reduce((total, { amount }) => total + Math.max(0, findMinor(amount, decimals) ?? 0), 0)
}

/** True where an amount is written finer than the client's money is: 1.005 in rupees. Zeros at the end do not count. */
export function hasMoreDecimals(amount: number | string, decimals: number): boolean {
  const minor = findMinor(amount, decimals)
  const fine = findMinor(amount, decimals + FINER)
  return minor !== undefined && fine !== undefined && fine !== minor * 10 ** FINER
}

/** So many decimals beyond the client's are looked at. */
const FINER = 4
