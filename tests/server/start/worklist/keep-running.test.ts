import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type KeptNews, keepRunning, type RunningProcess } from '#server/start/worklist/keep-running.ts'

const PAUSES = { firstMs: 4, mostMs: 16, steadyMs: 60_000 }

/** Returns a process that ends when the test ends it. */
function made(pid: number): RunningProcess & { end: (how: string) => void } {
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  return { pid, ended, end, stop: async () => end('stopped') }
}

/** Starts what the list says, one after the other; a text is a start that fails. */
function kept(list: readonly (ReturnType<typeof made> | string)[], pauses = PAUSES) {
  const news: KeptNews[] = []
  let next = 0
  const start = async () => {
    const one = list[next] ?? 'nothing left'
    next += 1
    if (typeof one === 'string') throw new Error(one)
    return one
  }
  const heard = async (count: number) => {
    while (news.length < count) await pause(1)
  }
  return { news, heard, starts: () => next, running: keepRunning(start, (one) => news.push(one), pauses) }
}

test('a failed first start throws', async () => {
  await expect(kept(['no port']).running).rejects.toThrow('no port')
})

test('a process that ends is started again, after pauses that double up to the longest', async () => {
  const processes = [made(1), made(2), made(3)] as const
  const { news, heard, running } = kept([processes[0], 'a', 'b', processes[1], processes[2]])
  const process = await running
  expect(process.pid()).toBe(1)
  processes[0].end('SIGKILL')
  await heard(4)
  expect(process.pid()).toBe(2)
  processes[1].end('exit code 1')
  await heard(6)
  expect(news).toEqual([
    { kind: 'ended', how: 'SIGKILL', pauseMs: 4 },
    { kind: 'not_started', error: new Error('a'), pauseMs: 8 },
    { kind: 'not_started', error: new Error('b'), pauseMs: 16 },
    { kind: 'back', pid: 2 },
    { kind: 'ended', how: 'exit code 1', pauseMs: 16 },
    { kind: 'back', pid: 3 },
  ])
  await process.stop()
  expect(await processes[2].ended).toBe('stopped')
})

test('a process that ran long starts again after the first pause', async () => {
  const processes = [made(1), made(2), made(3)] as const
  const news: KeptNews[] = []
  let next = 0
  const process = await keepRunning(
    async () => processes[next++] ?? made(9),
    (one) => news.push(one),
    { ...PAUSES, steadyMs: 0 },
  )
  for (const one of processes.slice(0, 2)) {
    const count = news.length
    one.end('x')
    while (news.length < count + 2) await pause(1)
  }
  expect(news.flatMap((one) => (one.kind === 'ended' ? [one.pauseMs] : []))).toEqual([4, 4])
  await process.stop()
})

test('a stopped process is not started again, even while it waits for its next start', async () => {
  const first = made(1)
  const { news, starts, running } = kept([first, made(2)])
  const process = await running
  await process.stop()
  expect([news, starts()]).toEqual([[], 1])

  const ended = made(1)
  const again = kept([ended, made(2)], { ...PAUSES, firstMs: 60_000, mostMs: 60_000 })
  const waiting = await again.running
  ended.end('SIGKILL')
  await again.heard(1)
  await waiting.stop()
  expect(again.starts()).toBe(1)
})

test('a process that starts while everything stops is stopped too', async () => {
  const [first, late] = [made(1), made(2)]
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let starts = 0
  const process = await keepRunning(
    async (signal) => {
      starts += 1
      if (starts === 1) return first
      signal.addEventListener('abort', () => open())
      await gate
      return late
    },
    () => undefined,
    PAUSES,
  )
  first.end('SIGKILL')
  await vi.waitFor(() => expect(starts).toBe(2))
  // The present start is aborted.
  await process.stop()
  expect(await late.ended).toBe('stopped')
  expect(starts).toBe(2)
})
