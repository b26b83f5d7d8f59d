import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'

/** A payment mode as people read it. */
export const modeLabel = (mode: string): string => PAYMENT_MODE_LABELS[mode as PaymentMode] ?? mode
