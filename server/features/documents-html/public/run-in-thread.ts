import { Worker } from 'node:worker_threads'
import { Refusal } from '#contract/kernel/error-codes.ts'

/** Limits of the thread that unpacks files of strangers; exceeding them ends only the thread. */
const LIMITS: ThreadLimits = { memoryMb: 256, timeoutMs: 20_000 }

export interface ThreadLimits {
  memoryMb: number
  timeoutMs: number
  /** Ends the thread when the answer is no longer needed. */
  signal?: AbortSignal
}

/** More threads at once would leave no capacity for calls on a small machine. */
const THREADS_MAX = 2

let running = 0
const waiting: (() => void)[] = []

/** Result of a thread; a thread reports errors instead of throwing them. */
export type ThreadAnswer<Value> = { ok: true; value: Value } | { ok: false }

/**
 * Runs one task in a new thread. Returns undefined if it failed or ran out of memory or time, which means that the
 * input was not what it claimed to be. Throws if too many tasks are waiting.
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
  // The finished task hands its slot directly to this one, so that no newcomer can take it.
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function giveTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}
