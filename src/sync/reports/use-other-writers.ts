import { useEffect, useMemo, useState } from 'react'
import { catchError, exhaustMap, filter, from, fromEvent, merge, of, startWith } from 'rxjs'
import { type Writer, writerCalls } from '#contract/calls/writers.ts'
import { WRITING_BEAT_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'
import { useLink } from '../link/use-link.ts'
import { useSession } from '../session/session.ts'
import { currentSession } from '../session/session-state.ts'

const NOBODY: readonly Writer[] = []
/** A signature does not wait longer than this for the answer who else reads. */
const ASKING_MS = 2_000

/**
 * Says every 20 s that this person has the study's report open, while `isWriting` and the server answers, and takes it back
 * on leaving the report or the page; returns who else has it open or reserved. A report that was opened offline is told of with the time of its
 * opening as soon as there is a line. A soft reservation: nobody is held back by it.
 */
export function useOtherWriters(studyId: string, isWriting: boolean): readonly Writer[] {
  const { online } = useLink()
  const ownId = useSession()?.user_id
  const [others, setOthers] = useState(NOBODY)
  const reservation = useMemo(() => createReservation(studyId), [studyId])
  useEffect(() => {
    if (!online || !ownId) return undefined
    const beat = async () => {
      if (isWriting) await reservation.beat()
      return readOthers(studyId, ownId)
    }
    const beats = merge(pollEvery(WRITING_BEAT_MS, true, browserPage()), restored())
      .pipe(
        startWith(undefined),
        // Who cannot be asked for is not shown: an old name would be a wrong one.
        exhaustMap(() => from(beat()).pipe(catchError(() => of(NOBODY)))),
      )
      .subscribe(setOthers)
    return () => {
      beats.unsubscribe()
      setOthers(NOBODY)
    }
  }, [studyId, isWriting, reservation, online, ownId])
  useEffect(() => {
    if (!online || !isWriting || !ownId) return undefined
    const onPageHide = () => void reservation.end()?.catch(() => undefined)
    window.addEventListener('pagehide', onPageHide)
    return () => window.removeEventListener('pagehide', onPageHide)
  }, [reservation, isWriting, online, ownId])
  // A lost line takes nothing back: the study stays reserved for a while.
  useEffect(() => {
    if (!isWriting || !ownId) return undefined
    return () => void reservation.leave().catch(() => undefined)
  }, [reservation, isWriting, ownId])
  return others
}

/** A page that comes back as it was left, out of the browser's memory: its reservation ended as it went. */
const restored = () =>
  fromEvent<PageTransitionEvent>(window, 'pageshow').pipe(filter(({ persisted }) => persisted))

/** The reservation of a study that is opened now, in this tab. What was never told of is not taken back. */
function createReservation(studyId: string) {
  const opening = { study_id: studyId, opening_id: crypto.randomUUID() }
  const since = new Date().toISOString()
  let beating: Promise<unknown> | undefined
  return {
    beat: async () => {
      const told = callApi(writerCalls.writing, { ...opening, since })
      beating = told.catch(() => undefined)
      await told
    },
    /** Goes behind a beat on its way, which would bring the reservation back. */
    leave: async () => {
      if (!beating) return
      await beating
      await callApi(writerCalls.writing, { ...opening, is_over: 1 })
    },
    /** The page goes and can wait for nothing: the request outlives it. Nothing is sent where nothing was told. */
    end: () => {
      if (!beating) return undefined
      beating = undefined
      return callApi(writerCalls.writing, { ...opening, is_over: 1 }, { keepalive: true })
    },
  }
}

/** Who else has the study's report open or reserved now; empty where the server does not answer in two seconds. */
export async function findOtherWriters(studyId: string): Promise<readonly Writer[]> {
  const ownId = currentSession()?.user_id
  if (ownId === undefined) return NOBODY
  return readOthers(studyId, ownId, AbortSignal.timeout(ASKING_MS)).catch(() => NOBODY)
}

async function readOthers(studyId: string, ownId: string, signal?: AbortSignal): Promise<readonly Writer[]> {
  const { result } = await callApi(writerCalls.writers, { study_ids: studyId }, { signal })
  return result.filter((writer) => writer.study_id === studyId && writer.user_id !== ownId)
}
