// A thread of the worklist's process; watch-parent.ts starts it.
import { setInterval } from 'node:timers'
import { workerData } from 'node:worker_threads'
import { isRunning } from '#server/kernel/database/process-identity.ts'

/** How the thread is told what to watch. */
export interface ParentWatch {
  parentPid: number
  everyMs: number
  /** What is not in order by then is cut. */
  graceMs: number
}

const { parentPid, everyMs, graceMs } = workerData as ParentWatch
let goneSince: number | undefined

// Where the system gives an orphan to another parent its number changes; elsewhere the number is nobody's any more.
const isGone = () => process.ppid !== parentPid || !isRunning(parentPid)

setInterval(() => {
  if (!isGone()) return
  goneSince ??= performance.now()
  if (performance.now() - goneSince >= graceMs) process.kill(process.pid, 'SIGKILL')
}, everyMs)
