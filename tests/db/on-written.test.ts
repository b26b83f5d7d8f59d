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

test('a write to the table is told once it is kept, one to another table is not', async () => {
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

test('a write that was taken back is not told', async () => {
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

test('who stopped hearing, or whose database is closed, is not told any more', async () => {
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

test('a page that comes back is told, as is a write to a database that opened again by itself', async () => {
  const { work, close } = await openBare()
  const told: number[] = []
  onWritten(work.overlay, () => told.push(1))
  work.close({ disableAutoOpen: false })
  // What the library says when the browser shows a kept page again.
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })
  expect(told).toHaveLength(1)
  // Once for the opening, before which a write may have been missed, and once for the write.
  await work.overlay.put(overlayRow('a'))
  await new Promise((later) => setTimeout(later, 10))
  expect(told).toHaveLength(3)
  close()
})
