import type { StudyRow } from '#contract/calls/studies.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ACTIVATE_WORDS as WORDS } from './words.ts'

/** Withdraws a study from its patient after a confirmation; works offline. */
export async function askDeactivateStudy(study: StudyRow): Promise<void> {
  const description = study.study_desc || WORDS.noDescription
  await confirmAct({
    title: WORDS.deactivateTitle,
    message: WORDS.deactivateQuestion(study.pat_name || WORDS.nameless, description),
    confirmLabel: WORDS.deactivate,
    danger: true,
    act: async () => {
      await enqueue(
        'deactivateStudyPatient',
        { study_id: study.study_id },
        { label: WORDS.labelDeactivate(description) },
      )
      notifyDone(WORDS.deactivated)
    },
  })
}
