import type { ReceiptRow } from '#contract/calls/visit-records.ts'
import { PAYMENT_MODES } from '#domain/money/payment-modes.ts'
import { useCompany, useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { recordPayment } from '#src/sync/desk/record-payment.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { MoneyDialog } from './MoneyDialog.tsx'
import { receivable } from './money-rules.ts'
import { PaymentExtras } from './PaymentExtras.tsx'
import { paidModes, usePaymentRows } from './use-payment-rows.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog

export interface RecordPaymentProps {
  visit: ShownPriced
  /** Called with the receipts of the payment: one for each mode. */
  onRecorded: (receipts: readonly ReceiptRow[]) => void
  onClose: () => void
}

/** Receives money for a visit in several modes at once (docs/visits.md#booking); works offline. */
export function RecordPayment({ visit, onRecorded, onClose }: RecordPaymentProps) {
  const { online } = useLink()
  const { decimals } = useMoneyFormat()
  const hidden = useCompany()?.hidden_payment_modes ?? []
  const modes = PAYMENT_MODES.filter((mode) => !hidden.includes(mode))
  const limit = { kind: 'receipt', limit: receivable({ visit, decimals }), decimals } as const
  const payment = usePaymentRows(modes[0], limit)
  const record = async () => {
    const receipts = await recordPayment(visit, paidModes(payment.rows, decimals))
    notifyDone(receipts.every(({ receipt_no }) => receipt_no !== '') ? WORDS.doneServer : WORDS.doneDevice)
    onRecorded(receipts)
  }
  return (
    <MoneyDialog
      title={PAYMENT_WORDS.record}
      payment={payment}
      modes={modes}
      labels={{ limit: WORDS.balance, left: WORDS.left }}
      renderBelow={(row, errorAt) => (
        <PaymentExtras row={row} payment={payment} errorAt={errorAt} visit={visit} />
      )}
      note={online ? undefined : WORDS.offline}
      onRecord={record}
      onClose={onClose}
    />
  )
}
