import type { StudyRow } from '#contract/calls/studies.ts'
import { studyEditCalls } from '#contract/calls/study-edit.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { DELETE_WORDS as WORDS } from './words.ts'

/** Returns why this person cannot delete a study now; undefined if they can. */
export function deleteReason(
  study: Pick<StudyRow, 'status' | 'signed_reports'>,
  session: Pick<SessionFields, 'is_client_admin'> | undefined,
  isOnline: boolean,
): string | undefined {
  if (session?.is_client_admin !== 1) return WORDS.noRight
  if (hasSigned(study)) return WORDS.signed
  return isOnline ? undefined : WORDS.offline
}

/**
 * Asks for confirmation, naming the study, and deletes it; returns whether it was deleted. The dialog shows
 * refusals.
 */
export function askDeleteStudy(
  study: Pick<StudyRow, 'id' | 'pat_name' | 'pat_id' | 'study_desc' | 'accession_no'>,
): Promise<boolean> {
  const { pat_name, pat_id, study_desc, accession_no } = study
  return confirmAct({
    title: WORDS.title,
    message: WORDS.message([pat_name, pat_id, study_desc, accession_no].filter(Boolean).join(' · ')),
    confirmLabel: WORDS.confirm,
    danger: true,
    act: async () => {
      await callApi(studyEditCalls.deleteStudy, { study_id: study.id })
      notifyDone(WORDS.done)
    },
  })
}
