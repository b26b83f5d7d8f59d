import { useEffect, useState } from 'react'
import { catchError, exhaustMap, from, of, startWith } from 'rxjs'
import { writerCalls } from '#contract/calls/writers.ts'
import { WRITING_BEAT_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'
import { useLink } from '../link/use-link.ts'
import { useSession } from '../session/session.ts'

const NOBODY: readonly string[] = []

/**
 * Says every 20 s that this person writes the study's report, while `isWriting` and the server answers, and takes it
 * back on leaving; returns who else writes it now. A soft claim: nobody is held back by it.
 */
export function useOtherWriters(studyId: string, isWriting: boolean): readonly string[] {
  const { online } = useLink()
  const ownId = useSession()?.user_id
  const [names, setNames] = useState(NOBODY)
  useEffect(() => {
    if (!online || !ownId) return undefined
    const beats = pollEvery(WRITING_BEAT_MS, true, browserPage())
      .pipe(
        startWith(undefined),
        // Who cannot be asked for is not shown: an old name would be a wrong one.
        exhaustMap(() => from(beat(studyId, isWriting, ownId)).pipe(catchError(() => of(NOBODY)))),
      )
      .subscribe(setNames)
    return () => {
      beats.unsubscribe()
      setNames(NOBODY)
      if (isWriting)
        void callApi(writerCalls.writing, { study_id: studyId, is_over: 1 }).catch(() => undefined)
    }
  }, [studyId, isWriting, online, ownId])
  return names
}

async function beat(studyId: string, isWriting: boolean, ownId: string): Promise<readonly string[]> {
  if (isWriting) await callApi(writerCalls.writing, { study_id: studyId })
  const { result } = await callApi(writerCalls.writers, { study_ids: studyId })
  const others = result.filter((writer) => writer.study_id === studyId && writer.user_id !== ownId)
  return [...new Set(others.map(({ name }) => name))]
}
