import { Dexie, RangeSet } from 'dexie'
import { expect, test } from 'vitest'
import { onWritten } from '#src/db/on-written.ts'
import { openBare } from '../sync/support/test-page.ts'

const overlayRow = (id: string) => ({
  id,
  rev: 0,
  command: id,
  seq: 1,
  type: 'study',
  record: id,
  ackedRev: undefined,
  e: {},
})

test('a write to the table is reported once stored, one to another table is not', async () => {
  const { work, close } = await openBare()
  const told: number[] = []
  onWritten(work.overlay, () => told.push(1))
  await work.meta.put({ id: 'seq', value: 1 })
  expect(told).toHaveLength(0)
  await work.overlay.put(overlayRow('a'))
  expect(told).toHaveLength(1)
  await work.overlay.delete('a')
  expect(told).toHaveLength(2)
  close()
})

test('a rolled-back write is not reported', async () => {
  const { work, close } = await openBare()
  const told: number[] = []
  onWritten(work.overlay, () => told.push(1))
  const write = work.transaction('rw', work.overlay, async () => {
    await work.overlay.put(overlayRow('a'))
    throw new Error('taken back')
  })
  await expect(write).rejects.toThrow('taken back')
  expect(told).toHaveLength(0)
  close()
})

test('a listener that unsubscribed, or whose database is closed, is no longer notified', async () => {
  const userId = `heard-${crypto.randomUUID()}`
  const [one, other] = [await openBare(userId), await openBare(userId)]
  const told: string[] = []
  const stop = onWritten(one.work.overlay, () => told.push('stopped'))
  onWritten(one.work.overlay, () => told.push('closed'))
  stop()
  await other.work.overlay.put(overlayRow('a'))
  expect(told).toEqual(['closed'])
  one.close()
  await other.work.overlay.put(overlayRow('b'))
  expect(told).toEqual(['closed'])
  other.close()
})

test('a restored page is notified, and so is one whose database reopened by itself', async () => {
  const { work, close } = await openBare()
  const told: number[] = []
  onWritten(work.overlay, () => told.push(1))
  work.close({ disableAutoOpen: false })
  // The library's event when the browser shows a cached page again.
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })
  expect(told).toHaveLength(1)
  // Once for the opening, before which a write may have been missed, and once for the write.
  await work.overlay.put(overlayRow('a'))
  await new Promise((later) => setTimeout(later, 10))
  expect(told).toHaveLength(3)
  close()
})
