import { expect, test } from 'vitest'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { claimBatch, fenceOf, freeze, LostLeadershipError, takeFence } from '#src/sync/outbox/send/claim.ts'
import { NONE_IN_FLIGHT } from '#src/sync/outbox/send/find-sendable.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { openBare } from '../support/test-page.ts'

const NOW = 10_000

async function withRows(...rows: OutboxRow[]): Promise<WorkDatabase> {
  const { work } = await openBare()
  await work.outbox.bulkAdd(rows)
  return work
}

test('each sender gets a higher number than the previous one', async () => {
  const work = await withRows()
  expect(await fenceOf(work)).toBe(0)
  expect([await takeFence(work), await takeFence(work), await fenceOf(work)]).toEqual([1, 2, 2])
})

test('a claimed command is stored as being sent, with its sender and the time when it was frozen', async () => {
  const row = outboxRow(1, { at: NOW - 10 })
  const work = await withRows(row, outboxRow(2, { aggregate: 'study:2', nextAt: NOW + 50 }))
  const fence = await takeFence(work)
  const { rows, nextAt } = await claimBatch(work, fence, NOW, NONE_IN_FLIGHT)
  const claimed = { ...row, state: 'sending', claim: 1, rev: 1, sentAt: NOW, isOffline: false }
  expect([rows, nextAt]).toEqual([[claimed], NOW + 50])
  expect(await work.outbox.get(row.id)).toEqual(claimed)
})

test('a command that waited longer than a person would is claimed as made offline', async () => {
  const work = await withRows(outboxRow(1, { at: NOW - 6_001 }))
  const { rows } = await claimBatch(work, await takeFence(work), NOW, NONE_IN_FLIGHT)
  expect(rows[0]?.isOffline).toBe(true)
})

test('only what the transport can send is claimed', async () => {
  const work = await withRows(outboxRow(1), outboxRow(2, { aggregate: 'study:2' }))
  const fence = await takeFence(work)
  const { rows } = await claimBatch(work, fence, NOW, NONE_IN_FLIGHT, ({ seq }) => seq === 2)
  expect(rows.map(({ seq }) => seq)).toEqual([2])
  expect((await work.outbox.get('command 1'))?.state).toBe('waiting')
})

test('a sender with an outdated number claims nothing', async () => {
  const work = await withRows(outboxRow(1))
  const fence = await takeFence(work)
  await takeFence(work)
  await expect(claimBatch(work, fence, NOW, NONE_IN_FLIGHT)).rejects.toThrow(LostLeadershipError)
  expect(await work.outbox.get('command 1')).toEqual(outboxRow(1))
})

test('a command is frozen once, when it first leaves the device', () => {
  expect(freeze(outboxRow(1), NOW).sentAt).toBe(NOW)
  const sent = outboxRow(1, { sentAt: 5 })
  expect(freeze(sent, NOW)).toBe(sent)
})
