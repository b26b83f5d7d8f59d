import { useEffect, useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { unmatchedCalls, type VisitSuggestion } from '#contract/calls/unmatched.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { Identity } from '#domain/match/identity-differences.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { currentDevice } from '#src/sync/current-device.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { askOtherPerson } from './ask-other-person.tsx'
import { LINK_WORDS as WORDS } from './words.ts'

type Answer = OutputOf<typeof unmatchedCalls.suggestions>['result']
type Linked = OutputOf<typeof unmatchedCalls.linkToVisit>

/** The action to run once confirmed; undefined if the person cancels. */
export type VisitAct = Promise<(() => Promise<void>) | undefined>

export interface VisitLink {
  answer: Answer | undefined
  error: Error | undefined
  refresh: () => void
  /** Asks for confirmation if needed; errors of the action are shown at its button. */
  link: (visit: VisitSuggestion) => VisitAct
  unlink: () => VisitAct
}

/** Returns the visits that a study may belong to, and actions on them; calls `onDone` once one is done. */
export function useVisitLink(
  study: Pick<StudyRow, 'study_id' | keyof Identity>,
  words: string,
  isOnline: boolean,
  onDone: () => void,
): VisitLink {
  const { study_id: studyId } = study
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState<Error>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!isOnline) return undefined
    const asked = new AbortController()
    const input = { id: studyId, ...(words === '' ? {} : { k: words }) }
    callApi(unmatchedCalls.suggestions, input, { signal: asked.signal }).then(
      ({ result }) => {
        setAnswer(result)
        setError(undefined)
      },
      (problem: Error) => {
        if (!asked.signal.aborted) setError(problem)
      },
    )
    return () => asked.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- turn asks anew without being part of the question
  }, [studyId, words, isOnline, turn])

  const act = async (ask: () => Promise<Linked>, words: string) => {
    await keep(await ask())
    notifyDone(words)
    onDone()
  }
  const unlink = async (): VisitAct => {
    const isMeant = await confirmAction({
      title: WORDS.confirmUnlink,
      message: WORDS.unlinkNote,
      confirmLabel: WORDS.unlink,
      danger: true,
    })
    if (!isMeant) return undefined
    return () => act(() => callApi(unmatchedCalls.unlinkFromVisit, { study_id: studyId }), WORDS.undone)
  }
  const link = async (visit: VisitSuggestion): VisitAct => {
    const confirmed = await askOtherPerson(study, visit)
    if (!confirmed) return undefined
    const input = { study_id: studyId, service_id: visit.id, ...confirmed }
    return () => act(() => callApi(unmatchedCalls.linkToVisit, input), WORDS.done)
  }
  return {
    answer,
    error,
    refresh: () => setTurn((before) => before + 1),
    link,
    unlink,
  }
}

// The list shows it at once, before the feed delivers it.
async function keep({ result: { study } }: Linked): Promise<void> {
  const device = currentDevice()
  if (!device) return
  await keepConfirmed(device.databases, { study })
  device.announceStudies([study.id])
}
