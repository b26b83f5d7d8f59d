import { expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import type { Outcome } from '#src/sync/outbox/settle/outcome.ts'
import { settleDelivered, settleOutcome } from '#src/sync/outbox/settle/settle.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { aReport, aStudy, studyId } from '#tests/sync/support/rows.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

const PORTS = {
  now: () => 100_000,
  random: () => 0.5,
  seal: async () => ({ sealed: null }),
  sign: async () => ({ signature: 'new' }),
}
const REPORT = aReport({ rev: 6 })

const sendingRow = (seq: number, change: Partial<OutboxRow> = {}) =>
  outboxRow(seq, {
    state: 'sending',
    claim: 2,
    at: 99_000,
    record: `report:${REPORT.id}`,
    e: { input: {}, label: 'Save' },
    ...change,
  })

async function settle(databases: Databases, ...settled: [OutboxRow, Outcome][]): Promise<OutboxRow[]> {
  const delivered = await Promise.all(
    settled.map(async ([row, outcome]) => ({ command: await databases.outbox.open(row), outcome })),
  )
  await settleDelivered(databases, PORTS, delivered)
  return databases.work.outbox.orderBy('seq').toArray()
}

async function withRows(...rows: OutboxRow[]): Promise<Databases> {
  const databases = await openBare()
  await databases.work.outbox.bulkAdd(rows)
  return databases
}

const ackWith = (body: unknown): Outcome => ({ kind: 'acked', answer: { pos: 7, rev: 4, body } })

test('the records of an answer become copies, and the command gets their revisions', async () => {
  const row = sendingRow(1)
  const databases = await withRows(row)
  const study = aStudy({ rev: 9 })
  const [acked] = await settle(databases, [row, ackWith({ result: { study, report: REPORT } })])
  expect(acked?.acked?.rev).toBe(6)
  expect((await databases.studies.find(study.id))?.body).toEqual(study)
  expect((await databases.reports.find(REPORT.id))?.body).toEqual(REPORT)
})

test('an effect is removed if the answer contains the copy of its study or report', async () => {
  const row = sendingRow(1)
  const databases = await withRows(row)
  const effect = (type: string, record: string) => ({
    id: `${row.id}/${type}/${record}`,
    rev: 0,
    command: row.id,
    seq: 1,
    type,
    record,
    ackedRev: undefined,
    e: {},
  })
  await databases.work.overlay.bulkAdd([
    effect('study', studyId(1)),
    effect('report', REPORT.id),
    effect('study', studyId(2)),
  ])
  await settle(databases, [row, ackWith({ result: { study: aStudy(), report: REPORT } })])
  expect((await databases.work.overlay.toArray()).map(({ record }) => record)).toEqual([studyId(2)])
})

test.each([undefined, {}, { result: {} }, { result: { report: { id: 'x' } } }])(
  'an answer without records leaves the server’s revision: %j',
  async (body) => {
    const row = sendingRow(1)
    const databases = await withRows(row)
    const [acked] = await settle(databases, [row, ackWith(body)])
    expect([acked?.acked?.rev, await databases.reports.table.count()]).toEqual([4, 0])
  },
)

test('a refusal is sealed with the input', async () => {
  const row = sendingRow(1)
  const databases = await withRows(row)
  const refusal = { code: 'conflict', message: 'Somebody else was faster.' } as const
  await settleOutcome(databases, PORTS, await databases.outbox.open(row), {
    kind: 'parked',
    error: { kind: 'refused', status: 409, code: 'conflict' },
    refusal,
  })
  const parked = await databases.outbox.find(row.id)
  expect([parked?.state, parked?.body]).toEqual(['parked', { input: {}, label: 'Save', refusal }])
})

test('a failed command keeps its sealed content', async () => {
  const row = sendingRow(1)
  const [back] = await settle(await withRows(row), [
    row,
    { kind: 'again', error: { kind: 'server', status: 503, code: undefined } },
  ])
  expect([back?.state, back?.e]).toEqual(['waiting', row.e])
})

test('the copies from a command that ran instead are kept, and its edit waits again', async () => {
  const [ran, acked] = [sendingRow(1), sendingRow(2, { aggregate: 'study:2' })]
  const databases = await withRows(ran, acked)
  const answer = { pos: 7, rev: 6, body: { result: { report: REPORT } } }
  const rows = await settle(databases, [ran, { kind: 'ran', ran: 'command 0', answer }], [acked, ackWith({})])
  expect(rows.map(({ id, state, signature }) => [id === ran.id, state, signature])).toEqual([
    [false, 'waiting', 'new'],
    [false, 'acked', undefined],
  ])
  expect((await databases.reports.find(REPORT.id))?.rev).toBe(6)
})
