import type { Shown } from '#src/sync/desk/merged-record.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { slipPaper } from './slip-paper.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

export interface VisitSlipProps {
  visit: Shown<'visit'>
  onClose: () => void
}

/** The slip of a visit, on A4 or on an 80 mm roll. */
export function VisitSlip({ visit, onClose }: VisitSlipProps) {
  return (
    <PaperDialog
      title={WORDS.slip}
      branchId={visit.branch_id}
      patientOf={visit}
      fileName={WORDS.fileName('visit-slip', visit.visit_no)}
      makePaper={(context) => slipPaper(visit, context)}
      isRollOffered
      codeOf={visit.id}
      onClose={onClose}
    />
  )
}
