import type { ReceiptRow } from '#contract/calls/visit-records.ts'
import type { Shown } from '#src/sync/desk/shown.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { receiptNumber, receiptPaper } from './receipt-paper.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

export interface ReceiptDetailProps {
  visit: Shown<'visit'>
  /** Of one payment: one for each mode. */
  receipts: readonly ReceiptRow[]
  /** Printing begins by itself. */
  printsItself?: boolean
  onClose: () => void
}

/** The receipt of a payment, on A4 or on a roll of 80 mm. */
export function ReceiptDetail({ visit, receipts, printsItself = false, onClose }: ReceiptDetailProps) {
  const [first] = receipts
  return (
    <PaperDialog
      title={WORDS.receipt}
      branchId={visit.branch_id}
      fileName={WORDS.fileName('receipt', first ? receiptNumber(first) : '')}
      makePaper={(context) => receiptPaper(visit, receipts, context)}
      isRollOffered
      printsItself={printsItself}
      onClose={onClose}
    />
  )
}
