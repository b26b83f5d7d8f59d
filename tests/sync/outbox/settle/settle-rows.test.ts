import { expect, test } from 'vitest'
import type { SignedReceipt } from '#contract/calls/sync.ts'
import type { DraftRow, OutboxRow, OverlayRow, WorkDatabase } from '#src/db/work-database.ts'
import { effectKeyOf } from '#src/sync/outbox/make/effect-keys.ts'
import type { Effected } from '#src/sync/outbox/settle/outcome.ts'
import { type Result, type Settling, settleRows } from '#src/sync/outbox/settle/settle-rows.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

const NOW = 100_000
const ACK = { kind: 'acked', answer: { pos: 7, rev: 4, body: {} } } as const satisfies Settling

const receiptOf = (epoch: string): SignedReceipt => ({
  epoch,
  hash: 'h',
  pos: 1,
  rev: 1,
  at: '2026-11-21T10:00:00.000Z',
  key_id: 'k',
  signature: 's',
})

/** A command in flight. */
const sendingRow = (seq: number, change: Partial<OutboxRow> = {}) =>
  outboxRow(seq, { state: 'sending', claim: 2, sentAt: NOW - 10, at: NOW - 20, ...change })

async function withRows(...rows: OutboxRow[]): Promise<WorkDatabase> {
  const { work } = await openBare()
  await work.outbox.bulkAdd(rows)
  return work
}

/** Settles and returns the rows as they are after that. `random` returns these numbers in turn. */
async function settle(work: WorkDatabase, results: Result[], random: number[] = [0.5]): Promise<OutboxRow[]> {
  let drawn = 0
  await settleRows(work, { now: () => NOW, random: () => random[drawn++ % random.length]! }, results)
  return work.outbox.orderBy('seq').toArray()
}

const again = (change: Partial<Extract<Settling, { kind: 'again' }>> = {}): Settling => ({
  kind: 'again',
  error: { kind: 'server', status: 503, code: 'unavailable' },
  ...change,
})
const LOST = { kind: 'network', status: undefined, code: undefined } as const
const PARKED: Settling = {
  kind: 'parked',
  error: { kind: 'refused', status: 409, code: 'conflict' },
  refusal: { code: 'conflict', message: 'x' },
}

test('an acknowledged command keeps its position, revision, receipts and flags', async () => {
  const lastError = { ...LOST, at: 1 }
  const row = sendingRow(1, { receipts: [receiptOf('first')], lastError })
  const answer: Effected = { ...ACK.answer, flags: ['look again'], receipt: receiptOf('second') }
  const [acked] = await settle(await withRows(row), [{ row, outcome: { kind: 'acked', answer } }])
  expect(acked).toEqual({
    ...row,
    state: 'acked',
    acked: { pos: 7, rev: 4, at: NOW },
    receipts: [receiptOf('first'), receiptOf('second')],
    flags: ['look again'],
    lastError: undefined,
    claim: undefined,
  })
})

test('an acknowledgement without receipts or flags keeps the earlier receipts and clears the flags', async () => {
  const row = sendingRow(1, { receipts: [receiptOf('first')] })
  const [acked] = await settle(await withRows(row), [
    { row, outcome: { kind: 'acked', answer: { ...ACK.answer, flags: [] } } },
  ])
  expect([acked?.receipts, acked?.flags]).toEqual([[receiptOf('first')], undefined])
})

test('at most twenty receipts are kept, the newest ones', async () => {
  const receipts = Array.from({ length: 20 }, (_, i) => receiptOf(String(i)))
  const row = sendingRow(1, { receipts })
  const answer = { ...ACK.answer, receipt: receiptOf('20') }
  const [acked] = await settle(await withRows(row), [{ row, outcome: { kind: 'acked', answer } }])
  expect(acked?.receipts?.map(({ epoch }) => epoch)).toEqual(Array.from({ length: 20 }, (_, i) => `${i + 1}`))
})

test('an acknowledgement counts even if late, and only once', async () => {
  const row = sendingRow(1, { claim: 3 })
  const work = await withRows(row)
  const late = { row: { ...row, claim: 2 }, outcome: ACK }
  expect((await settle(work, [late]))[0]?.acked).toEqual({ pos: 7, rev: 4, at: NOW })
  const other: Settling = { kind: 'acked', answer: { pos: 9, rev: 9 } }
  expect((await settle(work, [{ row, outcome: other }]))[0]?.acked).toEqual({ pos: 7, rev: 4, at: NOW })
})

test('the revision of an existing copy takes precedence over the answer’s', async () => {
  const row = sendingRow(1)
  const held = new Map([['report/1', 6]])
  expect((await settle(await withRows(row), [{ row, outcome: ACK, held }]))[0]?.acked?.rev).toBe(6)
})

test.each<[string, Partial<OutboxRow>]>([
  ['claimed again since', { claim: 3 }],
  ['put back', { state: 'waiting' }],
])('the failure of a command that was %s is ignored as outdated', async (_which, change) => {
  const row = sendingRow(1, change)
  for (const outcome of [again(), PARKED])
    expect(await settle(await withRows(row), [{ row: { ...row, claim: 2 }, outcome }])).toEqual([row])
})

test('a removed command settles nothing, and the others of its delivery are settled', async () => {
  const row = sendingRow(2)
  const rows = await settle(await withRows(row), [
    { row: sendingRow(1), outcome: ACK },
    { row, outcome: ACK },
  ])
  expect(rows.map(({ id, state }) => [id, state])).toEqual([['command 2', 'acked']])
})

test('a command that its author discarded is removed with its effects', async () => {
  const row = sendingRow(1)
  const voided: Settling = {
    kind: 'parked',
    error: { kind: 'refused', status: 409, code: 'voided' },
    refusal: { code: 'voided', message: 'x' },
  }
  expect(await settle(await withRows(row), [{ row, outcome: voided }])).toEqual([])
})

test('a command whose refusal nobody saw is judged again as made offline', async () => {
  const row = sendingRow(1, { at: NOW - 6_001, attempts: 2, nextAt: 5 })
  const [anew] = await settle(await withRows(row), [{ row, outcome: PARKED }])
  expect(anew).toEqual({
    ...row,
    state: 'waiting',
    claim: undefined,
    isOffline: true,
    nextAt: 0,
    lastError: undefined,
  })
})

test('a refusal is final if the command was sent as made offline or if its author saw it', async () => {
  for (const change of [{ at: NOW - 6_001, isOffline: true }, { at: NOW - 6_000 }]) {
    const row = sendingRow(1, change)
    expect((await settle(await withRows(row), [{ row, outcome: PARKED }]))[0]?.state).toBe('parked')
  }
})

test('a refused command waits for a person, with its sealed refusal and without another attempt', async () => {
  const row = sendingRow(1, { attempts: 2 })
  const [parked] = await settle(await withRows(row), [{ row, outcome: PARKED, e: 'sealed' }])
  expect(parked).toEqual({
    ...row,
    state: 'parked',
    claim: undefined,
    attempts: 2,
    nextAt: NOW,
    lastError: { kind: 'refused', status: 409, code: 'conflict', at: NOW },
    e: 'sealed',
  })
})

test('the wait of a failed command stays below a limit that grows with its attempts', async () => {
  const row = sendingRow(1, { attempts: 1 })
  const [failed] = await settle(await withRows(row), [{ row, outcome: again() }])
  const second = (failed?.nextAt ?? 0) - NOW
  expect(failed).toEqual({
    ...row,
    state: 'waiting',
    claim: undefined,
    attempts: 2,
    nextAt: NOW + second,
    lastError: { kind: 'server', status: 503, code: 'unavailable', at: NOW },
  })
  const fresh = sendingRow(1)
  const [first] = await settle(await withRows(fresh), [{ row: fresh, outcome: again() }])
  expect(second).toBe(2 * ((first?.nextAt ?? 0) - NOW))
})

test('the first pause is the same for a whole delivery, and later ones differ', async () => {
  const pausesOf = async (attempts: number) => {
    const rows = [1, 2].map((seq) => sendingRow(seq, { attempts, aggregate: `study:${seq}` }))
    const settled = await settle(
      await withRows(...rows),
      rows.map((row) => ({ row, outcome: again() })),
      [0.1, 0.4, 0.8],
    )
    return settled.map(({ nextAt }) => nextAt - NOW)
  }
  const [one, other] = await pausesOf(0)
  expect(one).toBe(other)
  const [third, fourth] = await pausesOf(2)
  expect(fourth).toBe(2 * (third ?? 0))
})

test('a command without an answer is retried sooner than one that the server deferred', async () => {
  const row = sendingRow(1)
  const pauseAfter = async (outcome: Settling) =>
    ((await settle(await withRows(row), [{ row, outcome }]))[0]?.nextAt ?? 0) - NOW
  expect(await pauseAfter(again({ error: LOST }))).toBeLessThan(await pauseAfter(again()))
})

test('a requested pause is kept and marked', async () => {
  const row = sendingRow(1)
  for (const error of [LOST, { ...LOST, kind: 'server' } as const]) {
    const [asked] = await settle(await withRows(row), [
      { row, outcome: again({ error, retryAfterMs: 90_000 }) },
    ])
    expect([asked?.nextAt, asked?.lastError?.isAsked]).toEqual([NOW + 90_000, true])
  }
})

test('a command waits for the session with its next attempt', async () => {
  const row = sendingRow(1)
  const outcome: Settling = { kind: 'session', error: { kind: 'session', status: 401, code: undefined } }
  const [waiting] = await settle(await withRows(row), [{ row, outcome }])
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, lastError: { kind: 'session' } })
})

test('a command that only follows a refused one continues at once, the first time', async () => {
  const dependency = { kind: 'dependency', status: 424, code: 'dependency' } as const
  const pauseOf = async (change: Partial<OutboxRow>) => {
    const row = sendingRow(1, change)
    const [one] = await settle(await withRows(row), [{ row, outcome: again({ error: dependency }) }])
    return (one?.nextAt ?? 0) - NOW
  }
  expect(await pauseOf({ after: ['command 0'] })).toBe(0)
  expect(await pauseOf({ after: ['command 0'], attempts: 1 })).toBeGreaterThan(0)
  expect(await pauseOf({})).toBeGreaterThan(0)
})

test('a sealed input is dropped only if it is no longer needed', async () => {
  const row = sendingRow(1, { sealed: new Uint8Array([1]), sealedKeyId: 'key' })
  for (const [dropSealed, expected] of [
    [true, [null, undefined]],
    [false, [new Uint8Array([1]), 'key']],
  ] as const) {
    const [back] = await settle(await withRows(row), [{ row, outcome: again(), dropSealed }])
    expect([back?.sealed, back?.sealedKeyId]).toEqual(expected)
  }
})

const effectOf = (command: string, type: string, record: string): OverlayRow => ({
  id: effectKeyOf(command, type, record),
  rev: 0,
  command,
  seq: 1,
  type,
  record,
  ackedRev: undefined,
  e: {},
})

test('effects are removed if the copy is here, and otherwise wait for the revision of their record', async () => {
  const [first, second] = [sendingRow(1), sendingRow(2, { aggregate: 'study:2', record: 'report:2' })]
  const work = await withRows(first, second)
  await work.overlay.bulkAdd([
    effectOf('command 1', 'report', '1'),
    effectOf('command 1', 'study', '1'),
    effectOf('command 2', 'report', '2'),
    effectOf('command 2', 'study', '2'),
  ])
  await settle(work, [
    { row: first, outcome: ACK, held: new Map([['report/1', 4]]) },
    { row: second, outcome: ACK },
  ])
  const left = (await work.overlay.toArray()).map(({ id, ackedRev }) => [id, ackedRev])
  expect(left).toEqual([
    ['command 1/study/1', undefined],
    ['command 2/report/2', 4],
    ['command 2/study/2', undefined],
  ])
})

test('effects of a command without a revision stay unchanged', async () => {
  const row = sendingRow(1)
  const work = await withRows(row)
  await work.overlay.add(effectOf('command 1', 'report', '1'))
  await settle(work, [{ row, outcome: { kind: 'acked', answer: { pos: 7, rev: null } } }])
  expect((await work.overlay.toArray())[0]?.ackedRev).toBeUndefined()
})

const draftOf = (id: string, command: string | undefined): DraftRow => ({
  id,
  rev: 0,
  study: '1',
  updated: 0,
  command,
  baseRev: 1,
  baseEpoch: 'first',
  isSaved: true,
  writer: 'me',
  e: {},
})

test('the text of a save continues from the server’s result, in its history', async () => {
  const row = sendingRow(1)
  for (const [receipt, epoch] of [
    [receiptOf('second'), 'second'],
    [undefined, 'first'],
  ] as const) {
    const work = await withRows(row)
    await work.drafts.add(draftOf('1', 'command 1'))
    const answer: Effected = { ...ACK.answer, ...(receipt && { receipt }) }
    await settle(work, [{ row, outcome: { kind: 'acked', answer } }])
    expect(await work.drafts.get('1')).toMatchObject({ baseRev: 4, baseEpoch: epoch })
  }
})

test('another command, or one without a revision, does not advance a text', async () => {
  const row = sendingRow(1)
  for (const [draft, rev] of [
    [draftOf('1', 'command 0'), 4],
    [draftOf('2', 'command 1'), 4],
    [draftOf('1', undefined), 4],
    [draftOf('1', 'command 1'), null],
  ] as const) {
    const work = await withRows(row)
    await work.drafts.add(draft)
    await settle(work, [{ row, outcome: { kind: 'acked', answer: { pos: 7, rev } } }])
    expect(await work.drafts.toArray()).toEqual([draft])
  }
})

test('commands that waited for an acknowledged one skip the rest of their pause', async () => {
  const lastError = { kind: 'dependency', status: 424, code: 'dependency', at: 1 } as const
  const held = (seq: number, change: Partial<OutboxRow>) =>
    outboxRow(seq, { aggregate: `study:${seq}`, nextAt: NOW + 50, lastError, ...change })
  const row = sendingRow(1)
  const rows = await settle(
    await withRows(
      row,
      held(2, { aggregate: 'study:1' }),
      held(3, { depends: ['command 0', 'command 1'] }),
      held(4, {}),
      held(5, { depends: ['command 1'], state: 'parked' }),
      held(6, { depends: ['command 1'], lastError: { ...lastError, kind: 'server' } }),
    ),
    [{ row, outcome: ACK }],
  )
  expect(rows.filter(({ nextAt }) => nextAt === 0).map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('a delivery without an acknowledgement releases nothing', async () => {
  const lastError = { kind: 'dependency', status: 424, code: 'dependency', at: 1 } as const
  const row = sendingRow(1)
  const waits = outboxRow(2, { nextAt: NOW + 50, lastError, depends: ['command 1'] })
  const [, second] = await settle(await withRows(row, waits), [{ row, outcome: again() }])
  expect(second).toEqual(waits)
})
