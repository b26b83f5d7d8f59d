import type { DayClose } from '#contract/calls/payments.ts'
import { dayClosePaper } from './day-close-paper.ts'
import { PaperDialog } from './PaperDialog.tsx'
import { PAPERS_WORDS as WORDS } from './words.ts'

export interface DayCloseSheetProps {
  close: DayClose
  onClose: () => void
}

/** The day close of one person's drawer, on A4 or on an 80 mm roll. */
export function DayCloseSheet({ close, onClose }: DayCloseSheetProps) {
  return (
    <PaperDialog
      title={WORDS.dayClose}
      branchId={close.branch_id}
      fileName={WORDS.fileName('day-close', close.day)}
      makePaper={(context) => dayClosePaper(close, context)}
      isRollOffered
      onClose={onClose}
    />
  )
}
