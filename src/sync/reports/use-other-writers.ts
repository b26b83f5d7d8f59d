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
/** Maximum time that a signature waits to learn who else is writing. */
const ASKING_MS = 2_000

/**
 * Announces every 20 s that this user has the study's report open, while `isWriting` and online, and withdraws it on
 * leaving the report or the page; returns who else has it open or reserved. A report opened offline is announced with
 * its opening time as soon as there is a connection. A soft reservation: it blocks nobody.
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
        // If the request fails, show nobody: an old name would be a wrong one.
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
  // A lost connection withdraws nothing: the study stays reserved for a while.
  useEffect(() => {
    if (!isWriting || !ownId) return undefined
    return () => void reservation.leave().catch(() => undefined)
  }, [reservation, isWriting, ownId])
  return others
}

/** Emits when a page is restored from the back-forward cache: its reservation ended when it was hidden. */
const restored = () =>
  fromEvent<PageTransitionEvent>(window, 'pageshow').pipe(filter(({ persisted }) => persisted))

/** The reservation of a study opened now, in this tab. A reservation that was never announced is not withdrawn. */
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
    /** Waits for a beat in flight, which would otherwise restore the reservation. */
    leave: async () => {
      if (!beating) return
      await beating
      await callApi(writerCalls.writing, { ...opening, is_over: 1 })
    },
    /** The page unloads and cannot wait, so the request outlives it. Sends nothing if nothing was announced. */
    end: () => {
      if (!beating) return undefined
      beating = undefined
      return callApi(writerCalls.writing, { ...opening, is_over: 1 }, { keepalive: true })
    },
  }
}

/** Returns who else has the study's report open or reserved; empty if the server does not answer within 2 s. */
export async function findOtherWriters(studyId: string): Promise<readonly Writer[]> {
  const ownId = currentSession()?.user_id
  if (ownId === undefined) return NOBODY
  return readOthers(studyId, ownId, AbortSignal.timeout(ASKING_MS)).catch(() => NOBODY)
}

async function readOthers(studyId: string, ownId: string, signal?: AbortSignal): Promise<readonly Writer[]> {
  const { result } = await callApi(writerCalls.writers, { study_ids: studyId }, { signal })
  return result.filter((writer) => writer.study_id === studyId && writer.user_id !== ownId)
}
