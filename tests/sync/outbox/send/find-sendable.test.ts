import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { Dexie } from 'dexie'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTBOX_STATES, type OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { BATCH_MAX, chooseBatch } from '#src/sync/outbox/send/choose-batch.ts'
import { findSendable, NONE_IN_FLIGHT } from '#src/sync/outbox/send/find-sendable.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'

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

const manyOf = (count: number, change: Partial<OutboxRow> = {}) =>
  Array.from({ length: count }, (_, i) => outboxRow(i + 2, { aggregate: `study:${i + 2}`, ...change }))

test('a command waits for one that is far behind it in the queue', async () => {
  for (const change of [{ depends: ['command 99'] }, { after: ['command 99'] }]) {
    const rows = [outboxRow(1, change), ...manyOf(60), outboxRow(99, { aggregate: 'study:99' })]
    const { rows: found } = await withQueue(rows, (work) => findSendable(work, NOW, NONE_IN_FLIGHT))
    expect(found.map(({ seq }) => seq)).not.toContain(1)
    expect(found).toHaveLength(BATCH_MAX)
  }
})

test('a command is found together with its predecessor', async () => {
  const rows = [
    outboxRow(1, { base: { follows: 'command 99' } }),
    ...manyOf(60),
    outboxRow(99, { aggregate: 'study:99' }),
  ]
  const { known } = await withQueue(rows, (work) => findSendable(work, NOW, NONE_IN_FLIGHT))
  expect(known.map(({ seq }) => seq)).toContain(99)
  expect(known.map(({ seq }) => seq)).not.toContain(60)
})

test('a command of a dead page does not overtake an earlier one of its record that is far behind', async () => {
  const rows = [
    outboxRow(1, { nextAt: NOW + 1 }),
    ...manyOf(49),
    outboxRow(98, { aggregate: 'study:98' }),
    outboxRow(99, { aggregate: 'study:98', state: 'sending', claim: 1 }),
  ]
  const { rows: found } = await withQueue(rows, (work) => findSendable(work, NOW, NONE_IN_FLIGHT))
  expect(found.map(({ seq }) => seq)).toEqual([...manyOf(49).map(({ seq }) => seq), 98])
})

test('only commands that the transport carries are found, and texts wait for their files', async () => {
  const rows = [outboxRow(1), outboxRow(2, { aggregate: 'study:2', files: ['picture'] })]
  const sendable = (withFile: boolean) =>
    withQueue(rows, async (work) => {
      if (withFile) await work.blobs.add({ id: 'picture', rev: 0, command: 'command 2', e: {} })
      return (await findSendable(work, NOW, NONE_IN_FLIGHT)).rows.map(({ seq }) => seq)
    })
  expect([await sendable(false), await sendable(true)]).toEqual([[1, 2], [1]])
  const carried = await withQueue(rows, (work) =>
    findSendable(work, NOW, NONE_IN_FLIGHT, ({ seq }) => seq === 2),
  )
  expect(carried.rows.map(({ seq }) => seq)).toEqual([2])
})
