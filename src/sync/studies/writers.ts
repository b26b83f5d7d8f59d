import { useEffect, useSyncExternalStore } from 'react'
import {
  BehaviorSubject,
  catchError,
  distinctUntilChanged,
  exhaustMap,
  from,
  map,
  of,
  skip,
  startWith,
} from 'rxjs'
import { type Writer, writerCalls } from '#contract/calls/writers.ts'
import { WRITING_BEAT_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/** Who has a study's report open or reserved, by study; informational, blocks nobody. */
type WritersByStudy = ReadonlyMap<string, readonly Writer[]>

const NOBODY: WritersByStudy = new Map()
const NO_WRITERS: readonly Writer[] = []
const writers = new BehaviorSubject<WritersByStudy>(NOBODY)

/** Polls who is reading, every 20 s while the page is visible and online; excludes the user. */
export function usePolledWriters(isOnline: boolean, ownId: string): void {
  useEffect(() => {
    if (!isOnline) return undefined
    // If the request fails, show nobody: an old name would be a wrong one.
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

/** Returns who else has the study's report open or reserved; empty if nobody has. */
export function useWritersOf(studyId: string): readonly Writer[] {
  return useSyncExternalStore(subscribe, () => writers.value.get(studyId) ?? NO_WRITERS)
}

/** Ids of the studies that others have open or reserved, as known to this page. */
export const studiesOfOthers = (): string[] => [...writers.value.keys()]

/** Calls `listener` each time the set of studies open elsewhere changes; returns the unsubscribe function. */
export function followWriters(listener: () => void): () => void {
  const subscription = writers.pipe(map(studiesIn), distinctUntilChanged(), skip(1)).subscribe(listener)
  return () => subscription.unsubscribe()
}

const studiesIn = (known: WritersByStudy) => [...known.keys()].sort().join()

const byStudy = (all: readonly Writer[], ownId: string): WritersByStudy =>
  Map.groupBy(
    all.filter(({ user_id }) => user_id !== ownId),
    ({ study_id }) => study_id,
  )

function subscribe(listener: () => void): () => void {
  const subscription = writers.subscribe(listener)
  return () => subscription.unsubscribe()
}
