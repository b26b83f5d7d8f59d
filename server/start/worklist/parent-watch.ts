// A thread of the worklist's process; watch-parent.ts starts it.
import { setInterval } from 'node:timers'
import { workerData } from 'node:worker_threads'
import { isRunning } from '#server/kernel/database/process-identity.ts'

/** The thread's settings. */
export interface ParentWatch {
  parentPid: number
  everyMs: number
  /** If the process has not ended by then, it is killed. */
  graceMs: number
}

const { parentPid, everyMs, graceMs } = workerData as ParentWatch
let goneSince: number | undefined

// On some systems an orphan gets a new parent, so the id changes; elsewhere the old id no longer exists.
const isGone = () => process.ppid !== parentPid || !isRunning(parentPid)

setInterval(() => {
  if (!isGone()) return
  goneSince ??= performance.now()
  if (performance.now() - goneSince >= graceMs) process.kill(process.pid, 'SIGKILL')
}, everyMs)
