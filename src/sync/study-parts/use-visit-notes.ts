import { studyVisitCalls } from '#contract/calls/study-visit.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { visitNotesId } from '#src/db/study-parts.ts'
import { useKeptCall } from '../api/use-kept-call.ts'
import { useLink } from '../link/use-link.ts'

export type VisitNotes = OutputOf<typeof studyVisitCalls.notes>['result']

const NONE: VisitNotes = { comments: [], documents: [] }

/**
 * Returns the notes and files of desk, technician and nurse at a study's visit (docs/wire.md#names-and-values:
 * `for_study`). Readers' devices have no visits, so the server is asked when the study is viewed; the last answer stays
 * on this device as long as the study does, and is shown offline. Empty if the study has no visit, or was never viewed.
 */
export function useVisitNotes(studyId: string): VisitNotes {
  const { online } = useLink()
  const { answer } = useKeptCall(
    studyVisitCalls.notes,
    { id: studyId },
    { isWanted: online, news: '', keptAs: visitNotesId(studyId) },
  )
  return answer?.result ?? NONE
}
