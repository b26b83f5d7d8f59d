import { expect, test } from 'vitest'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { dropReplaced, findLanePosition, type Origin, readLane, takeSeq } from '#src/sync/outbox/make/lane.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

async function withRows(...rows: OutboxRow[]): Promise<WorkDatabase> {
  const { work } = await openBare()
  await work.outbox.bulkAdd(rows)
  return work
}

const AUTO = { isAuto: true } as const
const SAVE = { call: 'saveReport', record: 'report:1', supersedes: undefined } as const

async function positionOf(
  work: WorkDatabase,
  origin: Origin,
  row: Parameters<typeof findLanePosition>[1] = SAVE,
) {
  return findLanePosition(work, row, origin, await readLane(work, 'study:1'))
}

test('a lane contains the unfinished commands of its aggregate, ordered by number', async () => {
  const work = await withRows(
    outboxRow(3, { id: 'a' }),
    outboxRow(2, { id: 'b', state: 'parked' }),
    outboxRow(1, { state: 'acked' }),
    outboxRow(4, { aggregate: 'study:2' }),
  )
  await work.meta.bulkPut([
    { id: 'seq', value: 4 },
    { id: 'skew', value: -250 },
    { id: 'epoch', value: 0, text: 'first' },
  ])
  const lane = await readLane(work, 'study:1')
  expect(lane.rows.map(({ seq }) => seq)).toEqual([2, 3])
  expect(lane).toMatchObject({ seq: 5, skewMs: -250, epoch: 'first' })
})

test('the first command of a device has number one, and no number is assigned twice', async () => {
  const work = await withRows()
  const lane = await readLane(work, 'study:1')
  expect(lane).toEqual({ rows: [], seq: 1, skewMs: undefined, epoch: undefined })
  await takeSeq(work, lane)
  expect((await readLane(work, 'study:1')).seq).toBe(2)
})

test('a save replaces the autosave that it continues', async () => {
  const work = await withRows(outboxRow(1, { ...AUTO, base: { rev: 4 }, supersedes: ['command 0'] }))
  expect(await positionOf(work, { base: { rev: 9 }, continues: 'command 1' })).toEqual({
    base: { rev: 4 },
    seq: 1,
    skewMs: undefined,
    supersedes: ['command 0'],
    replaces: 'command 1',
  })
  expect(
    await positionOf(
      work,
      { base: undefined, continues: 'command 1' },
      { ...SAVE, supersedes: ['command 7'] },
    ),
  ).toMatchObject({ supersedes: ['command 0', 'command 7'] })
})

test('a replaced command is still named, whichever of the two saves names it', async () => {
  const work = await withRows(outboxRow(1, AUTO))
  const origin = { base: undefined, continues: 'command 1' }
  expect((await positionOf(work, origin)).supersedes).toBeUndefined()
  expect((await positionOf(work, origin, { ...SAVE, supersedes: ['command 7'] })).supersedes).toEqual([
    'command 7',
  ])
})

test.each<[string, Partial<OutboxRow>]>([
  ['a person’s own', { isAuto: false }],
  ['on its way', { state: 'sending' }],
  ['refused', { state: 'parked' }],
  ['sent before', { sentAt: 5 }],
  ['of another call', { call: 'verifyReport' }],
  ['of another record', { record: 'report:2' }],
])('a save that is %s is followed, not replaced', async (_which, change) => {
  const work = await withRows(outboxRow(1, { ...AUTO, ...change }))
  expect(await positionOf(work, { base: { rev: 9 }, continues: 'command 1' })).toEqual({
    base: { follows: 'command 1' },
    seq: 1,
    skewMs: undefined,
    supersedes: undefined,
  })
})

test('a save that another command waits for is not replaced', async () => {
  const work = await withRows(
    outboxRow(1, AUTO),
    outboxRow(2, { aggregate: 'study:2', depends: ['command 1'] }),
  )
  expect(await positionOf(work, { base: undefined, continues: 'command 1' })).toMatchObject({
    base: { follows: 'command 1' },
  })
})

test('a save is not replaced unless it is the last of its lane', async () => {
  const work = await withRows(outboxRow(1, AUTO), outboxRow(2))
  const position = await positionOf(work, { base: undefined, continues: 'command 1' })
  expect([position.base, position.replaces]).toEqual([{ follows: 'command 1' }, undefined])
})

test('a command that continues nothing or a finished save keeps its own base', async () => {
  const work = await withRows(outboxRow(1, AUTO))
  const rebased = { ...SAVE, supersedes: ['command 7'] }
  expect(await positionOf(work, { base: { rev: 9 } }, rebased)).toEqual({
    base: { rev: 9 },
    seq: 1,
    skewMs: undefined,
    supersedes: ['command 7'],
  })
  expect((await positionOf(work, { base: { rev: 9 }, continues: 'command 0' })).base).toEqual({ rev: 9 })
})

test('only the replaced save is removed, with its effects', async () => {
  const work = await withRows(outboxRow(1), outboxRow(2))
  const effect = (id: string, command: string) => ({
    id,
    rev: 0,
    command,
    seq: 1,
    type: 'report',
    record: '1',
    ackedRev: undefined,
    e: {},
  })
  await work.overlay.bulkAdd([effect('one', 'command 1'), effect('two', 'command 2')])
  const position = { base: undefined, seq: 3, skewMs: undefined }
  await dropReplaced(work, position)
  expect(await work.outbox.count()).toBe(2)
  await dropReplaced(work, { ...position, replaces: 'command 1' })
  expect(await work.outbox.toCollection().primaryKeys()).toEqual(['command 2'])
  expect(await work.overlay.toCollection().primaryKeys()).toEqual(['two'])
})
