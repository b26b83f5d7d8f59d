/** Payment types (docs/wire.md#lists-and-limits; docs/money.md: Record Payment offers all eleven, a client may hide some). */
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

/** Modes in which a hospital or doctor settles scheme invoices. Commission offsets the referrer's commission. */
export const SETTLEMENT_MODES = [
  'Cash',
  'Credit_Card',
  'Debit_Card',
  'Cheque',
  'Transfer',
  'Online',
  'Commission',
] as const
export type SettlementMode = (typeof SETTLEMENT_MODES)[number]

/** Every mode that a receipt may have, in the order in which figures list them. */
export const RECEIPT_MODES = [...PAYMENT_MODES, 'Commission'] as const
export type ReceiptMode = (typeof RECEIPT_MODES)[number]

export const PAYMENT_MODE_LABELS: Record<ReceiptMode, string> = {
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
  Commission: 'Spcl. Disc.',
}

/** Insurance requires the insurance scheme that pays. */
export const needsScheme = (mode: string): boolean => mode === 'Insurance'
/** A commission that is offset: no money changes hands. */
export const isSetOff = (mode: string): boolean => mode === 'Commission'
/** Cash is in the drawer and is counted at the day close. */
export const isCash = (mode: string): boolean => mode === 'Cash'
