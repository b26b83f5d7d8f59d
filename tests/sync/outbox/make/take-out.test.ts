import { expect, test } from 'vitest'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { effectKeyOf } from '#src/sync/outbox/make/effect-keys.ts'
import { baseWithout, everSentOf, sentOf, takeOut, takeOutOne } from '#src/sync/outbox/make/take-out.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

async function withRows(...rows: OutboxRow[]): Promise<WorkDatabase> {
  const { work } = await openBare()
  await work.outbox.bulkAdd(rows)
  return work
}
const seqsOf = async (work: WorkDatabase) =>
  (await work.outbox.orderBy('seq').toArray()).map(({ seq }) => seq)
const other = (seq: number, change: Partial<OutboxRow>) =>
  outboxRow(seq, { aggregate: `study:${seq}`, signature: 'old', ...change })

test('a sent command and those that it replaced may be running at the server', () => {
  expect(everSentOf(outboxRow(1))).toEqual([])
  expect(everSentOf(outboxRow(1, { sentAt: 0, supersedes: ['command 0'] }))).toEqual([
    'command 1',
    'command 0',
  ])
  expect(everSentOf(outboxRow(1, { supersedes: ['command 0'] }))).toEqual(['command 0'])
})

test('only the newest forty-nine of many sent commands are named, each once', () => {
  const rows = Array.from({ length: 60 }, (_, i) => outboxRow(i, { sentAt: 1, supersedes: ['command 59'] }))
  const sent = sentOf(rows)
  expect([sent.length, sent[0], sent.at(-1)]).toEqual([49, 'command 59', 'command 11'])
})

test('a base whose command is removed becomes that command’s own base, however many are removed', () => {
  const gone = new Map(
    [outboxRow(1, { base: { rev: 4 } }), outboxRow(2, { base: { follows: 'command 1' } }), outboxRow(3)].map(
      (row) => [row.id, row],
    ),
  )
  expect(baseWithout({ follows: 'command 2' }, gone)).toEqual({ rev: 4 })
  expect(baseWithout({ follows: 'command 3' }, gone)).toBeUndefined()
  expect(baseWithout({ follows: 'command 9' }, gone)).toEqual({ follows: 'command 9' })
  expect(baseWithout({ rev: 7 }, gone)).toEqual({ rev: 7 })
  expect(baseWithout(undefined, gone)).toBeUndefined()
})

test('commands are removed with their effects, and acknowledged ones stay', async () => {
  const work = await withRows(
    outboxRow(1, { sentAt: 1 }),
    outboxRow(2, { state: 'acked', sentAt: 1 }),
    outboxRow(3),
  )
  const effect = (command: string) => ({
    id: effectKeyOf(command, 'report', '1'),
    rev: 0,
    command,
    seq: 1,
    type: 'report',
    record: '1',
    ackedRev: undefined,
    e: {},
  })
  await work.overlay.bulkAdd([1, 2, 3].map((seq) => effect(`command ${seq}`)))
  expect(await takeOut(work, ['command 1', 'command 2', 'command 99'])).toEqual(['command 2', 'command 1'])
  expect(await seqsOf(work)).toEqual([2, 3])
  expect((await work.overlay.toArray()).map(({ command }) => command)).toEqual(['command 2', 'command 3'])
  expect(await takeOut(work, ['command 99'])).toEqual([])
})

test('commands tied to a removed one are released, and signed again if signed content changed', async () => {
  const work = await withRows(
    outboxRow(1, { base: { rev: 4 } }),
    other(2, { depends: ['command 1', 'command 9'] }),
    other(3, { after: ['command 1', 'command 9'] }),
    other(4, { base: { follows: 'command 1' } }),
    other(5, { depends: ['command 9'], base: { rev: 1 } }),
  )
  await takeOut(work, ['command 1'])
  const rows = await work.outbox.orderBy('seq').toArray()
  expect(rows.map(({ depends, after, base, signature }) => [depends, after, base, signature])).toEqual([
    [['command 9'], undefined, undefined, undefined],
    [[], ['command 9'], undefined, 'old'],
    [[], undefined, { rev: 4 }, undefined],
    [['command 9'], undefined, { rev: 1 }, 'old'],
  ])
})

test('a discarded save also discards the follow-ups that wait for it, and its text is unsaved again', async () => {
  const work = await withRows(
    outboxRow(1),
    other(2, { call: 'study/setFollowUp', depends: ['command 1'] }),
    other(3, { call: 'addStudyComment', depends: ['command 1'] }),
    other(4, { call: 'study/setFollowUp' }),
  )
  const draft = (id: string, command: string) => ({
    id,
    rev: 0,
    study: '1',
    updated: 0,
    command,
    baseRev: 1,
    isSaved: true,
    writer: 'me',
    e: {},
  })
  await work.drafts.bulkAdd([draft('1', 'command 1'), draft('2', 'command 9')])
  await takeOutOne(work, 'command 1')
  expect(await seqsOf(work)).toEqual([3, 4])
  expect((await work.drafts.toArray()).map(({ command }) => command)).toEqual([undefined, 'command 9'])
})
