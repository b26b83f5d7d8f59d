import { useEffect, useSyncExternalStore } from 'react'
import { BehaviorSubject, catchError, exhaustMap, from, of, startWith } from 'rxjs'
import { type Writer, writerCalls } from '#contract/calls/writers.ts'
import { WRITING_BEAT_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/** Names of who writes a study's report now, by study; who they are may be told, nobody is held back by it. */
type WritersByStudy = ReadonlyMap<string, string>

const NOBODY: WritersByStudy = new Map()
const writers = new BehaviorSubject<WritersByStudy>(NOBODY)

/** Asks who writes now, every 20 s while the page is in view and the server answers; oneself is not told. */
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

/** Who writes the study's report now, as names with commas; empty where nobody does. */
export function useWritersOf(studyId: string): string {
  return useSyncExternalStore(subscribe, () => writers.value.get(studyId) ?? '')
}

/** Ids of the studies whose report others write now, as far as this page was told. */
export const studiesOfOthers = (): string[] => [...writers.value.keys()]

function byStudy(all: readonly Writer[], ownId: string): WritersByStudy {
  const names = new Map<string, string>()
  for (const { study_id: id, user_id, name } of all) {
    if (user_id === ownId) continue
    const before = names.get(id)
    names.set(id, before === undefined ? name : `${before}, ${name}`)
  }
  return names
}

function subscribe(listener: () => void): () => void {
  const subscription = writers.subscribe(listener)
  return () => subscription.unsubscribe()
}
