import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { CriticalRecords } from './CriticalRecords.tsx'
import { CRITICAL_WORDS as WORDS } from './words.ts'

export interface CriticalDialogProps {
  studyId: string
  opened: boolean
  onClose: () => void
}

/** The record of who was informed of a critical result, when and how; it is closed with that, or with a reason. */
export function CriticalDialog({ studyId, opened, onClose }: CriticalDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="xl">
      {opened && <CriticalRecords studyId={studyId} />}
    </Dialog>
  )
}
