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

/** What of a mode can be wrong. */
export type PaymentField = 'amount' | 'schemeId' | 'tendered'

/** The first thing that is wrong with a payment, and the modes and the field that it is wrong with; none without a mode. */
export interface FoundProblem {
  problem: PaymentProblem
  modes: readonly string[]
  field: PaymentField
}

/** What stands in the way of recording a payment or refund as it is typed; undefined where nothing does. */
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
