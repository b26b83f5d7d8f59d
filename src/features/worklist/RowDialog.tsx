import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { ROW_DIALOGS } from './dialogs/row-dialogs.tsx'
import type { OpenDialog } from './use-row-acts.ts'

export interface RowDialogHostProps {
  dialog: OpenDialog
  /** The rows as the list shows them now: a dialog follows its study. */
  rows: readonly StudyListRow[]
  onClose: () => void
}

/** The dialog that an action of a row opened; one at a time for the whole list. */
export function RowDialog({ dialog: { kind, row }, rows, onClose }: RowDialogHostProps) {
  const Dialog = ROW_DIALOGS[kind]
  const study = rows.find(({ study_id: id }) => id === row.study_id) ?? row
  return <Dialog study={study} opened onClose={onClose} />
}
