import { studyVisitCalls } from '#contract/calls/study-visit.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { visitNotesId } from '#src/db/study-parts.ts'
import { useKeptCall } from '../api/use-kept-call.ts'
import { useLink } from '../link/use-link.ts'

export type VisitNotes = OutputOf<typeof studyVisitCalls.notes>['result']

const NONE: VisitNotes = { comments: [], documents: [] }

/**
 * What the desk, the technician and the nurse noted and filed with a study's visit (docs/wire.md#names-and-values: `for_study`).
 * Who reads studies holds no visits, so it is asked of the server when the study is looked at; the last answer is kept
 * on this device for as long as the study is, and shown without the network. Empty where the study has no visit, or was
 * never looked at.
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
