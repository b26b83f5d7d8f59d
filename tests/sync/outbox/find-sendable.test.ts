import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { Dexie } from 'dexie'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTBOX_STATES, type OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { BATCH_MAX, chooseBatch } from '#src/sync/outbox/choose-batch.ts'
import { findSendable, NONE_IN_FLIGHT } from '#src/sync/outbox/find-sendable.ts'
import { outboxRow } from '../support/outbox-row.ts'

const NOW = 1_000

async function withQueue<T>(rows: OutboxRow[], look: (work: WorkDatabase) => Promise<T>): Promise<T> {
  const work = new WorkDatabase(randomUUID())
  await work.open()
  await work.outbox.bulkAdd(rows)
  try {
    return await look(work)
  } finally {
    await work.delete()
  }
}

test('the search finds the same commands as a choice among all waiting ones', async () => {
  const anyRow = fc.record({
    state: fc.constantFrom(...OUTBOX_STATES),
    aggregate: fc.constantFrom('study:1', 'study:2', 'study:3', 'study:4', 'study:5'),
    nextAt: fc.constantFrom(0, 0, NOW + 10, NOW + 20),
    depends: fc.array(
      fc.integer({ min: 1, max: 45 }).map((seq) => `command ${seq}`),
      { maxLength: 1 },
    ),
  })
  const queue = fc.tuple(fc.array(anyRow, { maxLength: 45 }), fc.uniqueArray(fc.integer({ min: 1, max: 45 })))
  await fc.assert(
    fc.asyncProperty(queue, async ([changes, inFlightRows]) => {
      const rows = changes.map((change, i) => outboxRow(i + 1, change))
      const inFlight = new Map(
        rows.filter(({ seq }) => inFlightRows.includes(seq)).map((row) => [row.id, row] as const),
      )
      const expected = chooseBatch(rows, inFlight, NOW)
      const found = await withQueue(rows, (work) => findSendable(work, NOW, inFlight))
      expect(found.rows.map(({ id }) => id)).toEqual(expected.rows.map(({ id }) => id))
      if (expected.rows.length === 0) expect(found.nextAt).toBe(expected.nextAt)
    }),
    { numRuns: 60 },
  )
})

test('only the beginning of a long queue is read', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => outboxRow(i + 1, { aggregate: `study:${i}` }))
  await withQueue(rows, async (work) => {
    const { rows: found, known } = await findSendable(work, NOW, NONE_IN_FLIGHT)
    expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: BATCH_MAX }, (_, i) => i + 1))
    expect(known).toHaveLength(BATCH_MAX)
  })
})

test('sendable commands behind many blocked ones are found', async () => {
  const rows = Array.from({ length: 400 }, (_, i) =>
    outboxRow(i + 1, { aggregate: `study:${i}`, nextAt: i < 390 ? NOW + 1 : 0 }),
  )
  const found = await withQueue(rows, (work) => findSendable(work, NOW, NONE_IN_FLIGHT))
  expect(found.rows).toHaveLength(10)
})

test('a queue from an earlier build is found by the new build', async () => {
  const userId = randomUUID()
  const earlier = new Dexie(`readroom-work-${userId}`)
  earlier.version(1).stores({
    outbox: 'id, &seq, state, aggregate, record',
    overlay: 'id, command, [type+record], type',
    drafts: 'id, study',
    blobs: 'id, command',
    keys: 'id',
    session: 'id',
    meta: 'id',
  })
  const needs = outboxRow(2, { aggregate: 'study:2', depends: ['command 1'] })
  await earlier.table('outbox').bulkAdd([outboxRow(1), needs])
  earlier.close()
  const work = new WorkDatabase(userId)
  await work.open()
  expect((await findSendable(work, NOW, NONE_IN_FLIGHT)).rows.map(({ seq }) => seq)).toEqual([1, 2])
  expect(await work.outbox.where('depends').equals('command 1').count()).toBe(1)
  await work.delete()
})
