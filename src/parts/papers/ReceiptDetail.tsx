import type { ReceiptRow } from '#contract/calls/visit-records.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useVisitParts } from '#src/sync/desk/use-visit.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { receiptNumber, receiptPaper } from './receipt-paper.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

export interface ReceiptDetailProps {
  visit: Shown<'visit'>
  /** The receipts of one payment: one per mode. */
  receipts: readonly ReceiptRow[]
  /** Printing starts automatically. */
  printsItself?: boolean
  onClose: () => void
}

/** The receipt of a payment, on A4 or on an 80 mm roll; shows the final numbers as soon as they arrive. */
export function ReceiptDetail({ visit, receipts, printsItself = false, onClose }: ReceiptDetailProps) {
  const here = useVisitParts('receipt', visit.id).rows
  const shown = receipts.map((receipt) => here?.find(({ id }) => id === receipt.id) ?? receipt)
  const [first] = shown
  return (
    <PaperDialog
      title={WORDS.receipt}
      branchId={visit.branch_id}
      patientOf={visit}
      fileName={WORDS.fileName('receipt', first ? receiptNumber(first) : '')}
      makePaper={(context) => receiptPaper(visit, shown, context)}
      isRollOffered
      codeOf={visit.id}
      printsItself={printsItself}
      onClose={onClose}
    />
  )
}
