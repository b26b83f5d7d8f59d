import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { PatientPicker, type PatientPickerProps } from './PatientPicker.tsx'
import { PICKER_WORDS as WORDS } from './words.ts'

export interface PatientPickerDialogProps extends PatientPickerProps {
  onClose: () => void
  title?: string
}

/** The patient search in a dialog (docs/studies.md#dialogs). */
export function PatientPickerDialog({ onClose, title = WORDS.title, ...picker }: PatientPickerDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <PatientPicker autoFocus {...picker} />
    </Dialog>
  )
}
