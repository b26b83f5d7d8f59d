import type { StudyRow } from '#contract/calls/studies.ts'
import { enqueue } from '#src/sync/outbox/enqueue.ts'
import { confirmAction } from '#src/ui/confirm-action.ts'
import { notifyDone, notifyError } from '#src/ui/notify.ts'
import { ACTIVATE_WORDS as WORDS } from './words.ts'

/** Takes a study back from its patient after a question; works without the network. */
export async function askDeactivateStudy(study: StudyRow): Promise<void> {
  const description = study.study_desc || WORDS.noDescription
  const isSure = await confirmAction({
    title: WORDS.deactivateTitle,
    message: WORDS.deactivateQuestion(study.pat_name || WORDS.nameless, description),
    confirmLabel: WORDS.deactivate,
    danger: true,
  })
  if (!isSure) return
  await enqueue(
    'deactivateStudyPatient',
    { study_id: study.study_id },
    { label: WORDS.labelDeactivate(description) },
  ).then(() => notifyDone(WORDS.deactivated), notifyError)
}
