import { expect, test } from 'vitest'
import { Semaphore } from '#server/kernel/http/semaphore.ts'

test('no more tasks run at a time than there are slots, all run, and a failing one frees its slot', async () => {
  const semaphore = new Semaphore(2)
  const seen = { running: 0, most: 0, done: 0 }
  const task = async (i: number) => {
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await new Promise((later) => setTimeout(later, 5))
    seen.running -= 1
    if (i % 3 === 0) throw new Error('no')
    seen.done += 1
  }
  await Promise.allSettled(Array.from({ length: 12 }, (_, i) => semaphore.run(() => task(i))))
  expect(seen).toEqual({ running: 0, most: 2, done: 8 })
  expect(await semaphore.run(async () => 'free')).toBe('free')
})

test('a task that ends frees one slot, and those that wait run in order of arrival', async () => {
  const semaphore = new Semaphore(1)
  await semaphore.run(async () => undefined)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const all = ['a', 'b', 'c'].map((name) =>
    semaphore.run(() => {
      begun.push(name)
      return new Promise<void>((end) => ends.push(end))
    }),
  )
  expect(begun).toEqual(['a'])
  for (const [n, task] of all.entries()) {
    ends[n]?.()
    await task
    // The next one begins within the same turn.
    await new Promise(setImmediate)
    expect(begun).toEqual(['a', 'b', 'c'].slice(0, n + 2))
  }
})
