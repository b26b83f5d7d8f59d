import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'

/** Returns the display name of a payment mode. */
export const modeLabel = (mode: string): string => PAYMENT_MODE_LABELS[mode as PaymentMode] ?? mode
