import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import { paymentCalls } from '#contract/calls/payments.ts'
import type { RefundRow } from '#contract/calls/visit-records.ts'
import { REFUND_MODES } from '#domain/money/payment-modes.ts'
import { patientPaid } from '#domain/money/visit-money.ts'
import { useCompany, useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { getDevice } from '#src/sync/current-device.ts'
import type { ShownPriced } from '#src/sync/desk/shown.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { notifyDone } from '#src/ui/notify.ts'
import { MoneyDialog } from './MoneyDialog.tsx'
import { paidModes, usePaymentRows } from './use-payment-rows.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog

export interface CreateRefundProps {
  visit: ShownPriced
  onRefunded: (refunds: readonly RefundRow[]) => void
  onClose: () => void
}

/** Gives money back, never more than the patient paid and never by Insurance; it needs the network. */
export function CreateRefund({ visit, onRefunded, onClose }: CreateRefundProps) {
  const { online } = useLink()
  const { decimals } = useMoneyFormat()
  const hidden = useCompany()?.hidden_payment_modes ?? []
  const modes = REFUND_MODES.filter((mode) => !hidden.includes(mode))
  const limit = patientPaid(visit, decimals)
  const payment = usePaymentRows(modes[0], { kind: 'refund', limit, decimals })
  // One id a mode for as long as the dialog stands open: trying again after a lost answer refunds once.
  const [ids] = useState(() => new Map(modes.map((mode) => [mode as string, mintId()])))
  const refund = async () => {
    const refunds = paidModes(payment.rows, decimals).map((row) => ({
      ...row,
      id: ids.get(row.mode) ?? mintId(),
    }))
    const { result } = await callApi(paymentCalls.createRefunds, { appt_id: visit.id, refunds })
    getDevice().refresh()
    notifyDone(WORDS.refunded)
    onRefunded(result.refunds)
  }
  return (
    <MoneyDialog
      title={PAYMENT_WORDS.refund}
      payment={payment}
      modes={modes}
      labels={{ limit: WORDS.received, left: WORDS.leftReceived }}
      refusal={online ? undefined : PAYMENT_WORDS.offline}
      onRecord={refund}
      onClose={onClose}
    />
  )
}
