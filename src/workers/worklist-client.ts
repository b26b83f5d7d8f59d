import { proxy, type Remote, wrap } from 'comlink'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import type { NextQuestion } from './next-study.ts'
import type { WorklistWorker } from './worklist.worker.ts'
import type { WindowAnswer, WindowQuestion } from './worklist-window.ts'

/** The device's worklist, in a worker. */
export interface WorklistClient {
  /** Returns a page; undefined while the studies are loading, or if the worker ended before it answered. */
  ask: (question: WindowQuestion) => Promise<WindowAnswer | undefined>
  /** Returns the page on which a study stands; undefined as for `ask`, and without a page if it is not in the list. */
  pageOf: (question: WindowQuestion, id: string) => Promise<{ page: number | undefined } | undefined>
  /** Returns the study to read next; undefined as for `ask`, and without an id if none is left. */
  next: (question: NextQuestion) => Promise<{ id: string | undefined } | undefined>
  onChange: (listener: () => void) => () => void
  /** Hands over studies that this page is about to announce, so that the worker need not open their copies. */
  give: (rows: readonly StudyRow[]) => void
  /** Ends the worker with everything that it holds open; after `unlock` it loads again. */
  lock: () => void
  unlock: () => void
  close: () => void
}

/** A worker that loads, or has loaded, the studies. */
interface Thread {
  worker: Worker
  remote: Remote<WorklistWorker>
  isReady: boolean
  /** Resolves once the worker is gone, because its pending calls would wait forever. */
  ended: PromiseWithResolvers<undefined>
}

/** Starts the worker for `userId` with the vault key; it loads the studies and signals readiness through onChange. */
export function openWorklist(userId: string, findKey: () => DataKey | undefined): WorklistClient {
  const listeners = new Set<() => void>()
  let thread: Thread | undefined
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const lock = () => {
    thread?.worker.terminate()
    thread?.ended.resolve(undefined)
    thread = undefined
  }
  const unlock = () => {
    const key = findKey()
    if (thread || !key) return
    const started = startThread()
    thread = started
    started.remote.open(userId, key, proxy(tell)).then(
      () => {
        started.isReady = true
        tell()
      },
      // Without the worker, lists come from the index and the server; only speed is lost.
      (error: unknown) => console.warn('The worklist could not be opened in memory', error),
    )
  }
  unlock()
  return {
    ask: async (question) =>
      thread?.isReady ? Promise.race([thread.remote.answer(question), thread.ended.promise]) : undefined,
    pageOf: async (question, id) =>
      thread?.isReady ? Promise.race([thread.remote.pageOf(question, id), thread.ended.promise]) : undefined,
    next: async (question) =>
      thread?.isReady ? Promise.race([thread.remote.next(question), thread.ended.promise]) : undefined,
    give: (rows) => {
      // Only speed is lost if they do not arrive.
      thread?.remote.give(rows).catch(() => undefined)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lock,
    unlock,
    close: lock,
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL('./worklist.worker.ts', import.meta.url), {
    type: 'module',
    name: 'worklist',
  })
  return { worker, remote: wrap<WorklistWorker>(worker), isReady: false, ended: Promise.withResolvers() }
}
