import type { StudyRow } from '#contract/calls/studies.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { EditStudyForm } from './EditStudyForm.tsx'
import { EDIT_WORDS as WORDS } from './words.ts'

export interface EditStudyDialogProps {
  study: StudyRow
  opened: boolean
  onClose: () => void
}

/** Corrects patient and study (docs/studies.md#dialogs). */
export function EditStudyDialog({ study, opened, onClose }: EditStudyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="lg">
      {opened && <EditStudyForm study={study} onDone={onClose} />}
    </Dialog>
  )
}
