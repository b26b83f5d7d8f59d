import { findMinor } from './minor-units.ts'
import { needsScheme } from './payment-modes.ts'

/** Messages of a payment dialog (docs/visits.md#booking, word for word), and our own where the spec is silent. */
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
  /** The cash that was handed over; blank if nobody typed it. */
  tendered?: string
}

/** The most that a typed payment may add up to, in minor units, and the decimals of the client's money. */
export interface PaymentLimit {
  kind: 'receipt' | 'refund'
  limit: number
  decimals: number
}

/** The fields of a mode that can be wrong. */
export type PaymentField = 'amount' | 'schemeId' | 'tendered'

/** The first thing wrong with a payment, with the modes and field concerned; no modes if it concerns none. */
export interface FoundProblem {
  problem: PaymentProblem
  modes: readonly string[]
  field: PaymentField
}

/** Why a payment or refund cannot be recorded as typed; undefined if it can. */
export function findPaymentProblem(
  rows: readonly TypedPayment[],
  { kind, limit, decimals }: PaymentLimit,
): FoundProblem | undefined {
  if (rows.length === 0) return { problem: 'none', modes: [], field: 'amount' }
  for (const row of rows) {
    const found = rowProblem(row, kind, decimals)
    if (found) return { problem: found[0], modes: [row.mode], field: found[1] }
  }
  if (typedTotal(rows, decimals) <= limit) return undefined
  const modes = rows.map(({ mode }) => mode)
  return { problem: kind === 'receipt' ? 'balance' : 'received', modes, field: 'amount' }
}

function rowProblem(
  { mode, amount, schemeId, tendered = '' }: TypedPayment,
  kind: PaymentLimit['kind'],
  decimals: number,
): readonly [PaymentProblem, PaymentField] | undefined {
  if (kind === 'receipt' && needsScheme(mode) && !schemeId) return ['scheme', 'schemeId']
  const wrong = amountProblem(amount, decimals)
  if (wrong) return [wrong, 'amount']
  if (tendered.trim() === '') return undefined
  const problem = tenderedProblem(tendered, findMinor(amount, decimals) ?? 0, decimals)
  return problem && [problem, 'tendered']
}

function amountProblem(amount: string, decimals: number): PaymentProblem | undefined {
  if (amount.trim() === '') return 'amount'
  const minor = findMinor(amount, decimals)
  if (minor === undefined) return 'numeric'
  if (hasMoreDecimals(amount, decimals)) return 'decimals'
  return minor <= 0 ? 'positive' : undefined
}

function tenderedProblem(tendered: string, amount: number, decimals: number): PaymentProblem | undefined {
  const minor = findMinor(tendered, decimals)
  if (minor === undefined) return 'numeric'
  if (hasMoreDecimals(tendered, decimals)) return 'decimals'
  return minor < amount ? 'tendered' : undefined
}

/** The change for the cash handed over, in minor units; undefined if either is not an amount or the cash is short. */
export function changeOf({ amount, tendered = '' }: TypedPayment, decimals: number): number | undefined {
  const [asked, given] = [findMinor(amount, decimals), findMinor(tendered, decimals)]
  if (asked === undefined || given === undefined || tendered.trim() === '') return undefined
  return given < asked ? undefined : given - asked
}

/** The sum of the typed amounts, in minor units; invalid text counts as nothing. */
export function typedTotal(rows: readonly Pick<TypedPayment, 'amount'>[], decimals: number): number {
  return rows.reduce((total, { amount }) => total + Math.max(0, findMinor(amount, decimals) ?? 0), 0)
}

/** True if an amount has more decimals than the client's money: 1.005 in rupees. Trailing zeros do not count. */
export function hasMoreDecimals(amount: number | string, decimals: number): boolean {
  const minor = findMinor(amount, decimals)
  const fine = findMinor(amount, decimals + FINER)
  return minor !== undefined && fine !== undefined && fine !== minor * 10 ** FINER
}

/** How many decimals beyond the client's are examined. */
const FINER = 4
