import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ParentWatch } from './parent-watch.ts'

const PROGRAM = join(import.meta.dirname, 'parent-watch.ts')
const EVERY_MS = 1_000

/**
 * Ends this process when its parent is gone for `graceMs`, also while it computes for ever: a thread of its own looks. One
 * that answers ends in order before, by the end of the channel. A thread that fails changes nothing else.
 */
export function watchParent(graceMs: number, onError: (error: unknown) => void): void {
  const workerData: ParentWatch = { parentPid: process.ppid, everyMs: EVERY_MS, graceMs }
  const watch = new Worker(PROGRAM, {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  })
  watch.on('error', onError)
  watch.unref()
}
