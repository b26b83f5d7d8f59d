import type { RefundRow } from '#contract/calls/visit-records.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { refundPaper } from './refund-paper.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

export interface RefundDetailProps {
  visit: Shown<'visit'>
  refund: RefundRow
  onClose: () => void
}

/** The paper of a refund, on A4 or on an 80 mm roll. */
export function RefundDetail({ visit, refund, onClose }: RefundDetailProps) {
  return (
    <PaperDialog
      title={WORDS.refund}
      branchId={visit.branch_id}
      patientOf={visit}
      fileName={WORDS.fileName('refund', refund.refund_no)}
      makePaper={(context) => refundPaper(visit, refund, context)}
      isRollOffered
      onClose={onClose}
    />
  )
}
