import { findMinor, toMinor } from '#domain/money/minor-units.ts'
import { needsScheme } from '#domain/money/payment-modes.ts'
import { type RefundPot, refundPots } from '#domain/money/refundable.ts'
import type { VisitMoney } from '#src/parts/papers/use-visit-money.ts'
import type { PaymentRow } from './use-payment-rows.ts'

/** Returns the remaining money of a visit by the modes in which it was received, in minor units. */
export const potsOf = ({ receipts, refunds }: VisitMoney, decimals: number): RefundPot[] =>
  refundPots(
    receipts.map(({ mode, amount, status, pay_scheme_id, settlement_id = null, created }) => ({
      mode,
      status,
      created,
      minor: toMinor(amount, decimals),
      schemeId: pay_scheme_id,
      isSettlement: settlement_id !== null,
    })),
    refunds.map(({ mode, amount, status, pay_scheme_id = null }) => ({
      mode,
      status,
      minor: toMinor(amount, decimals),
      schemeId: pay_scheme_id,
    })),
  )

/** Returns the typed rows in the form of the refund rule; text that is not an amount counts as 0. */
export const wantedOf = (rows: readonly PaymentRow[], decimals: number): RefundPot[] =>
  rows.map(({ mode, amount, schemeId }) => ({
    mode,
    schemeId: needsScheme(mode) ? schemeId : null,
    minor: findMinor(amount, decimals) ?? 0,
  }))
