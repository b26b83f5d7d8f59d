/** Payment types (spec 1 section 9; DECISIONS "Money": Record Payment offers all eleven, a client may hide some). */
export const PAYMENT_MODES = [
  'Cash',
  'Credit_Card',
  'Debit_Card',
  'Cheque',
  'Transfer',
  'Online',
  'GPay',
  'PayTM',
  'PhonePE',
  'Other_UPI',
  'Insurance',
] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** Refunds are never paid by Insurance (spec 3 section 5). */
export const REFUND_MODES = PAYMENT_MODES.filter((mode) => mode !== 'Insurance')

export const PAYMENT_MODE_LABELS: Record<PaymentMode, string> = {
  Cash: 'Cash',
  Credit_Card: 'Credit Card',
  Debit_Card: 'Debit Card',
  Cheque: 'Cheque',
  Transfer: 'Transfer',
  Online: 'Online',
  GPay: 'GPay',
  PayTM: 'PayTM',
  PhonePE: 'PhonePe',
  Other_UPI: 'Other UPI',
  Insurance: 'Insurance',
}

/** Insurance names the payment type scheme that pays. */
export const needsScheme = (mode: string): boolean => mode === 'Insurance'
/** Cash lies in the drawer and is counted at the day close. */
export const isCash = (mode: string): boolean => mode === 'Cash'
