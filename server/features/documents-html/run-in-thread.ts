import { Worker } from 'node:worker_threads'
import { Refusal } from '#contract/kernel/error-codes.ts'

/** Files of strangers unfold in a thread of their own: it has this much memory and time, and takes nobody down with it. */
const LIMITS: ThreadLimits = { memoryMb: 256, timeoutMs: 20_000 }

export interface ThreadLimits {
  memoryMb: number
  timeoutMs: number
  /** Ends the thread when nobody waits for its answer any more. */
  signal?: AbortSignal
}

/** More at once would leave nothing of a small machine for the calls. */
const THREADS_MAX = 2

let running = 0
const waiting: (() => void)[] = []

/** What a thread returns: it never throws across. */
export type ThreadAnswer<Value> = { ok: true; value: Value } | { ok: false }

/**
 * Runs one piece of work in a thread made for it. Undefined where it failed, ran out of memory or time: the input was
 * not what it said it is. Refuses where too many wait already.
 */
export async function runInThread<Value>(
  file: URL,
  data: object,
  { memoryMb, timeoutMs, signal }: ThreadLimits = LIMITS,
): Promise<Value | undefined> {
  await takeTurn()
  const thread = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const answer = await new Promise<ThreadAnswer<Value>>((resolve) => {
      const failed = () => resolve({ ok: false })
      timer = setTimeout(failed, timeoutMs)
      if (signal?.aborted) failed()
      signal?.addEventListener('abort', failed, { once: true })
      thread.once('message', resolve)
      thread.once('error', failed)
      thread.once('exit', failed)
    })
    return answer.ok ? answer.value : undefined
  } finally {
    clearTimeout(timer)
    await thread.terminate()
    giveTurn()
  }
}

const WAITING_MAX = 20

async function takeTurn(): Promise<void> {
  if (running < THREADS_MAX) {
    running++
    return
  }
  if (waiting.length >= WAITING_MAX) throw new Refusal('unavailable', undefined, { retry_after: 5 })
  // The turn is handed on as it is: nobody who comes in between can take it.
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function giveTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}
