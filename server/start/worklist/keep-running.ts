import { setTimeout as pause } from 'node:timers/promises'

/** A running process. */
export interface RunningProcess {
  pid: number | undefined
  /** Resolves with how it ended, for whatever reason. */
  ended: Promise<string>
  stop: () => Promise<void>
}

/** An event of a supervised process. */
export type KeptNews =
  | { kind: 'ended'; how: string; pauseMs: number }
  | { kind: 'not_started'; error: unknown; pauseMs: number }
  | { kind: 'back'; pid: number | undefined }

export interface KeptProcess {
  pid: () => number | undefined
  stop: () => Promise<void>
}

/** How long to wait before starting the process again. */
export interface Pauses {
  firstMs: number
  mostMs: number
  /** A process that ran at least this long restarts after the first pause. */
  steadyMs: number
}

const PAUSES: Pauses = { firstMs: 250, mostMs: 10_000, steadyMs: 60_000 }

/**
 * Keeps a process running: if it ends it is started again, after a pause that doubles while it keeps ending soon.
 * Throws if the first start fails; `tell` is called for every end, every failed start and every return after that.
 * `start` gives up when its signal aborts.
 */
export async function keepRunning(
  start: (signal: AbortSignal) => Promise<RunningProcess>,
  tell: (news: KeptNews) => void,
  { firstMs, mostMs, steadyMs }: Pauses = PAUSES,
): Promise<KeptProcess> {
  const stopping = new AbortController()
  let running: RunningProcess | undefined = await start(stopping.signal)
  let pauseMs = firstMs

  const nextPause = () => {
    const now = pauseMs
    pauseMs = Math.min(pauseMs * 2, mostMs)
    return now
  }
  const wait = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted)
      if (running) {
        const began = performance.now()
        const how = await running.ended
        if (stopping.signal.aborted) return
        running = undefined
        if (performance.now() - began >= steadyMs) pauseMs = firstMs
        const ms = nextPause()
        tell({ kind: 'ended', how, pauseMs: ms })
        await wait(ms)
      } else await startAgain()
  }
  const startAgain = async (): Promise<void> => {
    try {
      const started = await start(stopping.signal)
      running = started
      if (stopping.signal.aborted) await started.stop()
      else tell({ kind: 'back', pid: started.pid })
    } catch (error) {
      if (stopping.signal.aborted) return
      const ms = nextPause()
      tell({ kind: 'not_started', error, pauseMs: ms })
      await wait(ms)
    }
  }
  const kept = keep()
  return {
    pid: () => running?.pid,
    stop: async () => {
      stopping.abort()
      await running?.stop()
      await kept
    },
  }
}
