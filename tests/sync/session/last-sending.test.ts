import { expect, test } from 'vitest'
import type { Device } from '#src/sync/device.ts'
import { onBeforeLock } from '#src/sync/session/lock/before-lock.ts'
import { countAfterSending } from '#src/sync/session/unsent-work.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { openBare } from '../support/test-page.ts'

/** Returns a device with so many waiting commands, which leave a moment after it is woken if `isSent`. */
async function deviceWith(waiting: number, { isOnline = true, isSent = false } = {}) {
  const databases = await openBare()
  await databases.work.outbox.bulkAdd(Array.from({ length: waiting }, (_, n) => outboxRow(n)))
  const woken: number[] = []
  const device = {
    databases,
    author: { isOnline: () => isOnline },
    wake: () => {
      void databases.work.outbox.count().then((count) => woken.push(count))
      if (isSent) setTimeout(() => void databases.work.outbox.clear(), 150)
    },
  } as unknown as Device
  return { device, databases, woken }
}

async function timed(work: Promise<number>): Promise<{ left: number; ms: number }> {
  const began = performance.now()
  const left = await work
  return { left, ms: performance.now() - began }
}

test('nobody is asked about text that is delivered within a moment', async () => {
  const { device } = await deviceWith(2, { isSent: true })
  const { left, ms } = await timed(countAfterSending(device))
  expect(left).toBe(0)
  expect(ms).toBeLessThan(1_900)
})

test('work that is not delivered within two seconds counts as unsent', async () => {
  const { device } = await deviceWith(1)
  const { left, ms } = await timed(countAfterSending(device))
  expect(left).toBe(1)
  expect(ms).toBeGreaterThan(1_900)
})

test('nobody waits offline or if nothing is left', async () => {
  for (const [waiting, isOnline] of [
    [3, false],
    [0, true],
  ] as const) {
    const { device } = await deviceWith(waiting, { isOnline })
    const { left, ms } = await timed(countAfterSending(device))
    expect(left).toBe(waiting)
    expect(ms).toBeLessThan(1_500)
  }
})

test('the last text is stored before the device is woken, and counts', async () => {
  const { device, databases, woken } = await deviceWith(0, { isOnline: false })
  const stop = onBeforeLock(() => databases.work.outbox.add(outboxRow(9)))
  expect(await countAfterSending(device)).toBe(1)
  stop()
  expect(woken).toEqual([1])
})
