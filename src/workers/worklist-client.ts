import { proxy, wrap } from 'comlink'
import type { WorklistWorker } from './worklist.worker.ts'
import type { WindowAnswer, WindowQuestion } from './worklist-window.ts'

/** The worklist of the device, in a thread of its own. */
export interface WorklistClient {
  /** A page, or undefined while the studies are still being loaded. */
  ask: (question: WindowQuestion) => Promise<WindowAnswer> | undefined
  onChange: (listener: () => void) => () => void
  close: () => void
}

/** Starts the worker for `userId`; it loads the studies and says when it is ready by onChange. */
export function openWorklist(userId: string): WorklistClient {
  const worker = new Worker(new URL('./worklist.worker.ts', import.meta.url), {
    type: 'module',
    name: 'worklist',
  })
  const remote = wrap<WorklistWorker>(worker)
  const listeners = new Set<() => void>()
  let isReady = false
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const load = async () => {
    try {
      await remote.open(userId, proxy(tell))
      isReady = true
      tell()
    } catch (error) {
      // Without the worker the lists are drawn from the index and from the server; nothing is lost but speed.
      console.warn('The worklist could not be opened in memory', error)
    }
  }
  void load()
  return {
    ask: (question) => (isReady ? remote.answer(question) : undefined),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => worker.terminate(),
  }
}
