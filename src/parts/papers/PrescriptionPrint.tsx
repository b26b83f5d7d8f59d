import type { PrescriptionRow } from '#contract/calls/visit-records.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { prescriptionPaper } from './prescription-paper.ts'
import { PAPERS_WORDS as WORDS } from './words.ts'

export interface PrescriptionPrintProps {
  visit: Shown<'visit'>
  prescription: PrescriptionRow
  /** What the paper lacks, told beside it. */
  note?: string
  onClose: () => void
}

/** The prescription that the patient takes home. */
export function PrescriptionPrint({ visit, prescription, note, onClose }: PrescriptionPrintProps) {
  return (
    <PaperDialog
      title={WORDS.prescription}
      branchId={visit.branch_id}
      fileName={WORDS.fileName('prescription', visit.visit_no)}
      makePaper={(context) => prescriptionPaper(visit, prescription, context)}
      note={note}
      onClose={onClose}
    />
  )
}
