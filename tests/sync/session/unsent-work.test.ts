import { expect, test } from 'vitest'
import type { OutboxRow } from '#src/db/work-database.ts'
import { countUnsent, giveUpUnsent } from '#src/sync/session/unsent-work.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { openBare } from '../support/test-page.ts'

async function withRows(...rows: OutboxRow[]) {
  const databases = await openBare()
  await databases.work.outbox.bulkAdd(rows)
  return databases
}

test('changes and files count as unsent, except acknowledged and exported ones', async () => {
  const databases = await withRows(
    outboxRow(1),
    outboxRow(2, { state: 'parked' }),
    outboxRow(3, { state: 'acked' }),
    outboxRow(4, { exportedAt: 5 }),
  )
  expect(await countUnsent(databases)).toBe(2)
  await databases.work.blobs.add({ id: 'file', rev: 0, command: 'command 1', e: {} })
  expect(await countUnsent(databases)).toBe(3)
})

test('discarding deletes everything, and the server is told of commands that may be in flight', async () => {
  const databases = await withRows(outboxRow(1), outboxRow(2, { sentAt: 1 }), outboxRow(3, { sentAt: 1 }))
  await databases.work.blobs.add({ id: 'file', rev: 0, command: 'command 1', e: {} })
  const told: string[] = []
  await giveUpUnsent(databases, async (id) => {
    told.push(id)
    return 'gone'
  })
  expect(told).toEqual(['command 2', 'command 3'])
  expect([await databases.work.outbox.count(), await databases.work.blobs.count()]).toEqual([0, 0])
})

test('an unreachable server is asked once, and everything is deleted', async () => {
  const databases = await withRows(
    outboxRow(2, { sentAt: 1 }),
    outboxRow(3, { sentAt: 1 }),
    outboxRow(4, { state: 'acked', sentAt: 1 }),
  )
  let asked = 0
  await giveUpUnsent(databases, async () => {
    asked += 1
    throw new Error('offline')
  })
  expect([asked, await databases.work.outbox.count()]).toEqual([1, 0])
})
