import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { Documents } from './Documents.tsx'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

export interface DocumentsDialogProps {
  studyId: string
  opened: boolean
  onClose: () => void
}

/** The documents of a study in a dialog over another screen. */
export function DocumentsDialog({ studyId, opened, onClose }: DocumentsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="lg">
      {opened && <Documents studyId={studyId} />}
    </Dialog>
  )
}
