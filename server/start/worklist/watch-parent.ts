import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ParentWatch } from './parent-watch.ts'

const PROGRAM = join(import.meta.dirname, 'parent-watch.ts')
const EVERY_MS = 1_000

/**
 * Kills this process once its parent has been gone for `graceMs`, even during an endless computation: a separate thread
 * checks. A responsive process ends in order earlier, when the channel closes. A failing thread changes nothing else.
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
