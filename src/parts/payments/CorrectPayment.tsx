import type { ReactNode } from 'react'
import type { ReceiptRow } from '#contract/calls/visit-records.ts'
import { minorToText, toMinor } from '#domain/money/minor-units.ts'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { useCompany, useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { resendPayment } from '#src/sync/desk/resend-payment.ts'
import { type RefusedCommand, typedIn } from '#src/sync/outbox/refused/refused-command.ts'
import { useSession } from '#src/sync/session/session.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { MoneyDialog } from './MoneyDialog.tsx'
import { correctable, correctRefusal } from './money-rules.ts'
import { type PaymentRow, paidModes, usePaymentRows } from './use-payment-rows.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog

/** A payment that was recorded after correction. */
export interface RecordedPayment {
  receipts: readonly ReceiptRow[]
  /** Its papers will not change any more: they have final numbers, or provisional ones while offline. */
  isFinal: boolean
}

export interface CorrectPaymentProps {
  visit: ShownPriced
  refused: RefusedCommand
  /** The visit is shown as if the refused payment had been received. */
  isCounted: boolean
  /** Chooses the visit of the payment. */
  place?: ReactNode
  onRecorded: (payment: RecordedPayment) => void
  /** Called if the correction was refused as well. */
  onRefusedAgain: (id: string) => void
  onClose: () => void
}

/** Shows a refused payment as it was typed; once corrected, it is recorded instead of the refused one. */
export function CorrectPayment(props: CorrectPaymentProps) {
  const { visit, refused, isCounted, place, onRecorded, onRefusedAgain, onClose } = props
  const { decimals } = useMoneyFormat()
  const permissions = useSession()?.modules ?? []
  const hidden = useCompany()?.hidden_payment_modes ?? []
  const rows = rowsOf(refused, decimals)
  const modes = PAYMENT_MODES.filter(
    (mode) => !hidden.includes(mode) || rows.some((row) => row.mode === mode),
  )
  const taken = rows.reduce((total, { amount }) => total + toMinor(amount, decimals), 0)
  const { madeOffline } = refused
  const limit = correctable({ visit, decimals }, { taken, isCounted, madeOffline })
  const payment = usePaymentRows(undefined, { kind: 'receipt', limit, decimals }, rows)
  const record = async () => {
    const { id, outcome, receipts } = await resendPayment(visit, refused, paidModes(payment.rows, decimals))
    if (outcome.kind === 'parked') return onRefusedAgain(id)
    const isWaiting = outcome.kind === 'waiting'
    notifyDone(isWaiting ? WORDS.doneDevice : WORDS.doneServer)
    onRecorded({ receipts, isFinal: isWaiting || receipts.every(({ receipt_no }) => receipt_no !== '') })
  }
  return (
    <MoneyDialog
      title={PAYMENT_WORDS.record}
      payment={payment}
      modes={modes}
      labels={{ limit: WORDS.balance, left: WORDS.left }}
      note={WORDS.refusedNote(visit.name, refused.reason)}
      place={place}
      refusal={correctRefusal({ visit, permissions }, madeOffline)}
      onRecord={record}
      onClose={onClose}
    />
  )
}

function rowsOf(refused: RefusedCommand, decimals: number): PaymentRow[] {
  const { receipts } = typedIn(refused, 'appt/createReceipts')
  return receipts.map(({ mode, amount, pay_scheme_id, ref_no, remarks, tendered }) => ({
    mode,
    amount: minorToText(toMinor(amount, decimals), decimals),
    schemeId: pay_scheme_id ?? null,
    refNo: ref_no ?? '',
    remarks: remarks ?? '',
    tendered: tendered === undefined ? '' : minorToText(toMinor(tendered, decimals), decimals),
  }))
}
