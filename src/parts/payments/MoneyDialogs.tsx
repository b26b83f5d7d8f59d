import { InvoiceDetail } from '#src/parts/papers/InvoiceDetail.tsx'
import { ReceiptDetail } from '#src/parts/papers/ReceiptDetail.tsx'
import { RefundDetail } from '#src/parts/papers/RefundDetail.tsx'
import { VisitSlip } from '#src/parts/papers/VisitSlip.tsx'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { CreateRefund } from './CreateRefund.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { RecordPayment } from './RecordPayment.tsx'
import { cancelEntry, type OpenMoney } from './use-money-acts.ts'
import { PAYMENT_WORDS as WORDS } from './words.ts'

export interface MoneyDialogsProps {
  visit: ShownPriced
  open: OpenMoney | undefined
  onOpen: (next: OpenMoney) => void
  /** Saves the changed charges with the entered reason. */
  onSaveCharges: (reason: string) => Promise<void>
  onClose: () => void
}

/** The open dialog or paper over a visit's money. */
export function MoneyDialogs({ visit, open, onOpen, onSaveCharges, onClose }: MoneyDialogsProps) {
  switch (open?.kind) {
    case 'record':
      return (
        <RecordPayment
          visit={visit}
          onRecorded={(receipts) => onOpen({ kind: 'receipts', receipts, isNew: true })}
          onClose={onClose}
        />
      )
    case 'refund':
      return (
        <CreateRefund
          visit={visit}
          onRefunded={([refund]) => (refund ? onOpen({ kind: 'refunded', refund }) : onClose())}
          onClose={onClose}
        />
      )
    case 'receipts':
      return (
        <ReceiptDetail visit={visit} receipts={open.receipts} printsItself={open.isNew} onClose={onClose} />
      )
    case 'refunded':
      return <RefundDetail visit={visit} refund={open.refund} onClose={onClose} />
    case 'invoice':
      return <InvoiceDetail visit={visit} onClose={onClose} />
    case 'slip':
      return <VisitSlip visit={visit} onClose={onClose} />
    case 'charges':
      return (
        <ReasonDialog
          title={WORDS.reason.charges}
          hint={open.isBelowList ? WORDS.reason.priceHint : WORDS.reason.chargesHint}
          confirmLabel={WORDS.services.save}
          onConfirm={async (reason) => {
            await onSaveCharges(reason)
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'cancel':
      return <CancelDialog entry={open.entry} onClose={onClose} />
    default:
      return null
  }
}

type Cancelled = Extract<OpenMoney, { kind: 'cancel' }>['entry']

function CancelDialog({ entry, onClose }: { entry: Cancelled; onClose: () => void }) {
  const { reason: words } = WORDS
  const isReceipt = entry.kind === 'receipt'
  return (
    <ReasonDialog
      title={isReceipt ? words.receipt(entry.number) : words.refund(entry.number)}
      hint={words.cancelHint}
      confirmLabel={isReceipt ? words.cancelReceipt : words.cancelRefund}
      isDangerous
      onConfirm={async (reason) => {
        await cancelEntry(entry, reason)
        notifyDone('Cancelled')
        onClose()
      }}
      onClose={onClose}
    />
  )
}
