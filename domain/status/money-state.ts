import type { OpenMoney } from '../money/balance.ts'
import { PAYMENT_STATUS_TABLE, type PaymentStatus } from './payment-status.ts'

/**
 * The payment state of a visit on screens and papers: how far it is paid, or that money must be returned. A
 * cancelled visit has states of its own and is never Paid.
 */
export const MONEY_STATES = [
  'Pending',
  'Partial_Paid',
  'Paid',
  'To_Refund',
  'Refunded',
  'Nothing_Due',
] as const
export type MoneyState = (typeof MONEY_STATES)[number]

export const MONEY_STATE_TABLE = {
  ...PAYMENT_STATUS_TABLE,
  To_Refund: { label: 'To refund', colour: 'orange' },
  Refunded: { label: 'Refunded', colour: 'gray' },
  Nothing_Due: { label: 'Nothing due', colour: 'gray' },
} as const satisfies Record<MoneyState, { label: string; colour: string }>

/** What decides the payment state of a visit. Amounts in whole minor units. */
export interface VisitMoneyFacts {
  /** The visit is cancelled, or each of its services is. */
  isCancelled: boolean
  payment: PaymentStatus
  open: Pick<OpenMoney, 'toRefund' | 'toReturn'>
  refunded: number
}

/** The payment state of a visit. */
export function moneyStateOf({ isCancelled, payment, open, refunded }: VisitMoneyFacts): MoneyState {
  if (open.toRefund + open.toReturn > 0) return 'To_Refund'
  if (!isCancelled) return payment
  return refunded > 0 ? 'Refunded' : 'Nothing_Due'
}
