import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { ROW_DIALOGS } from '../dialogs/row-dialogs.tsx'
import type { OpenDialog } from './use-row-acts.ts'

export interface RowDialogHostProps {
  dialog: OpenDialog
  /** The list's current rows: a dialog follows its study. */
  rows: readonly StudyListRow[]
  onClose: () => void
}

/** The dialog opened by a row's action; one at a time for the whole list. */
export function RowDialog({ dialog: { kind, row }, rows, onClose }: RowDialogHostProps) {
  const Dialog = ROW_DIALOGS[kind]
  const study = rows.find(({ study_id: id }) => id === row.study_id) ?? row
  return <Dialog study={study} opened onClose={onClose} />
}
