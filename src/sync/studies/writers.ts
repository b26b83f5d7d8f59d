import { useEffect, useSyncExternalStore } from 'react'
import { BehaviorSubject, catchError, exhaustMap, from, of, startWith } from 'rxjs'
import { type Writer, writerCalls } from '#contract/calls/writers.ts'
import { WRITING_BEAT_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/** Who has a study's report open or reserved, by study; it may be told, and holds nobody back. */
type WritersByStudy = ReadonlyMap<string, readonly Writer[]>

const NOBODY: WritersByStudy = new Map()
const NO_WRITERS: readonly Writer[] = []
const writers = new BehaviorSubject<WritersByStudy>(NOBODY)

/** Asks who reads now, every 20 s while the page is in view and the server answers; oneself is not told. */
export function usePolledWriters(isOnline: boolean, ownId: string): void {
  useEffect(() => {
    if (!isOnline) return undefined
    // Who cannot be asked for is not shown: an old name would be a wrong one.
    const ask = () =>
      from(callApi(writerCalls.writers, {})).pipe(catchError(() => of({ result: [] as Writer[] })))
    const asking = pollEvery(WRITING_BEAT_MS, true, browserPage())
      .pipe(startWith(undefined), exhaustMap(ask))
      .subscribe(({ result }) => writers.next(byStudy(result, ownId)))
    return () => {
      asking.unsubscribe()
      writers.next(NOBODY)
    }
  }, [isOnline, ownId])
}

/** Who else has the study's report open or reserved; empty where nobody has. */
export function useWritersOf(studyId: string): readonly Writer[] {
  return useSyncExternalStore(subscribe, () => writers.value.get(studyId) ?? NO_WRITERS)
}

/** Ids of the studies that others have open or reserved, as far as this page was told. */
export const studiesOfOthers = (): string[] => [...writers.value.keys()]

const byStudy = (all: readonly Writer[], ownId: string): WritersByStudy =>
  Map.groupBy(
    all.filter(({ user_id }) => user_id !== ownId),
    ({ study_id }) => study_id,
  )

function subscribe(listener: () => void): () => void {
  const subscription = writers.subscribe(listener)
  return () => subscription.unsubscribe()
}
