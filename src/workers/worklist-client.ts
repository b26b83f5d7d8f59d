import { proxy, type Remote, wrap } from 'comlink'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import type { NextQuestion } from './next-study.ts'
import type { WorklistWorker } from './worklist.worker.ts'
import type { WindowAnswer, WindowQuestion } from './worklist-window.ts'

/** The worklist of the device, in a thread of its own. */
export interface WorklistClient {
  /** A page; undefined while the studies are still being loaded, or where the thread ended before it answered. */
  ask: (question: WindowQuestion) => Promise<WindowAnswer | undefined>
  /** The study that is read next; undefined as for `ask`, and without an id where none is left. */
  next: (question: NextQuestion) => Promise<{ id: string | undefined } | undefined>
  onChange: (listener: () => void) => () => void
  /** Ends the thread with all that it holds open; after `unlock` it loads anew. */
  lock: () => void
  unlock: () => void
  close: () => void
}

/** A thread that loads, or has loaded, the studies. */
interface Thread {
  worker: Worker
  remote: Remote<WorklistWorker>
  isReady: boolean
  /** Answers for the thread once it is gone: what it was asked would wait for ever. */
  ended: PromiseWithResolvers<undefined>
}

/** Starts the worker for `userId` with the key of the vault; it loads the studies and says when it is ready by onChange. */
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
      // Without the worker the lists are drawn from the index and from the server; nothing is lost but speed.
      (error: unknown) => console.warn('The worklist could not be opened in memory', error),
    )
  }
  unlock()
  return {
    ask: async (question) =>
      thread?.isReady ? Promise.race([thread.remote.answer(question), thread.ended.promise]) : undefined,
    next: async (question) =>
      thread?.isReady ? Promise.race([thread.remote.next(question), thread.ended.promise]) : undefined,
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
