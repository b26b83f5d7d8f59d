import { Text } from '@mantine/core'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { VisitMessages } from './VisitMessages.tsx'
import { NOTICE_WORDS as WORDS } from './words.ts'

export interface VisitMessagesDialogProps {
  visit: Pick<Shown<'visit'>, 'id' | 'name' | 'visit_no'>
  onClose: () => void
}

/** Messages to the patient of a visit, sent and planned. */
export function VisitMessagesDialog({ visit, onClose }: VisitMessagesDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': WORDS.close }}
      size="min(760px, 96vw)"
      title={
        <>
          <Text span fw={600}>
            {WORDS.title}
          </Text>
          <Text span c="dimmed" ml="sm">
            {[visit.name, visit.visit_no].filter(Boolean).join(' · ')}
          </Text>
        </>
      }
    >
      <VisitMessages visitId={visit.id} />
    </Dialog>
  )
}
