import type { ReceiptRow } from '#contract/calls/visit-records.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
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

/** The receipt of a payment, on A4 or on a roll of 80 mm; it shows the final numbers as soon as they are here. */
export function ReceiptDetail({ visit, receipts, printsItself = false, onClose }: ReceiptDetailProps) {
  const here = useVisitParts('receipt', visit.id).rows
  const shown = receipts.map((receipt) => here?.find(({ id }) => id === receipt.id) ?? receipt)
  const [first] = shown
  return (
    <PaperDialog
      title={WORDS.receipt}
      branchId={visit.branch_id}
      fileName={WORDS.fileName('receipt', first ? receiptNumber(first) : '')}
      makePaper={(context) => receiptPaper(visit, shown, context)}
      isRollOffered
      codeOf={visit.id}
      printsItself={printsItself}
      onClose={onClose}
    />
  )
}
