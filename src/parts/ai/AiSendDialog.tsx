import { imagingCalls } from '#contract/calls/imaging.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { AiSendForm } from './AiSendForm.tsx'
import { AI_WORDS as WORDS } from './words.ts'

export interface AiSendDialogProps {
  study: StudyRow
  opened: boolean
  onClose: () => void
}

/** AI series send (docs/studies.md#dialogs): the series of the study, with a body part and a company for each. */
export function AiSendDialog({ study, opened, onClose }: AiSendDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.sendTitle} size="min(860px, 96vw)">
      {opened && <SendableSeries study={study} onClose={onClose} />}
    </Dialog>
  )
}

function SendableSeries({ study, onClose }: Pick<AiSendDialogProps, 'study' | 'onClose'>) {
  const { online } = useLink()
  const { answer, isLoading, error } = useCall(imagingCalls.getSeries, { study_id: study.study_id }, online)
  if (!online && !answer) return <ErrorNote title={WORDS.loadFailed} message={WORDS.offline} />
  if (error) return <ErrorNote title={WORDS.loadFailed} message={error.message} />
  if (isLoading || !answer) return <SkeletonRows rows={5} />
  if (answer.aiBodyParts.length === 0)
    return <EmptyState title={WORDS.noCompanies} hint={WORDS.noCompaniesHint} />
  return <AiSendForm study={study} series={answer.result} parts={answer.aiBodyParts} onClose={onClose} />
}
