import { expect, test } from 'vitest'
import type { DraftRow, OutboxRow } from '#src/db/work-database.ts'
import {
  continueDraft,
  ForeignDraftError,
  foreseeStand,
  isSamePosition,
  rememberStand,
  standOf,
  withEpoch,
} from '#src/sync/outbox/make/stand.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

const COMMAND = { aggregate: 'study:1', call: 'saveReport', record: 'report:1' } as const
const EMPTY = { seq: 1, skewMs: undefined, epoch: undefined }

async function withRows(...rows: OutboxRow[]) {
  const { work } = await openBare()
  await work.outbox.bulkAdd(rows)
  return work
}

const kept = (change: Partial<DraftRow> = {}): DraftRow => ({
  id: 'report 1',
  rev: 0,
  study: '1',
  updated: 0,
  command: 'command 1',
  baseRev: 3,
  isSaved: true,
  writer: 'me',
  e: {},
  ...change,
})
const draft = (baseRev?: number, baseEpoch?: string) => ({
  id: 'report 1',
  writer: 'me',
  command: undefined,
  baseRev,
  ...(baseEpoch !== undefined && { baseEpoch }),
})

test('a page’s own text continues from its last save and the newer revision', () => {
  expect(continueDraft(kept(), draft(5))).toEqual({ command: 'command 1', baseRev: 5, baseEpoch: undefined })
  expect(continueDraft(kept(), draft(2))).toMatchObject({ baseRev: 3 })
  expect(continueDraft(kept(), draft())).toMatchObject({ baseRev: 3 })
  expect(continueDraft(kept({ baseRev: undefined }), draft(2))).toMatchObject({ baseRev: 2 })
})

test('a text takes the history of the stored one, or keeps its own', () => {
  expect(continueDraft(kept({ baseEpoch: 'first' }), draft(5))).toMatchObject({
    baseRev: 5,
    baseEpoch: 'first',
  })
  expect(continueDraft(kept({ baseEpoch: 'first' }), draft(2, 'first'))).toMatchObject({
    baseRev: 3,
    baseEpoch: 'first',
  })
  expect(continueDraft(kept(), draft(2, 'second'))).toMatchObject({ baseRev: 3, baseEpoch: 'second' })
})

test('a revision of another history is not compared', () => {
  expect(continueDraft(kept({ baseEpoch: 'first' }), draft(2, 'second'))).toEqual({
    command: 'command 1',
    baseRev: 2,
    baseEpoch: 'second',
  })
})

test('another page’s text is overwritten only after it was saved', () => {
  expect(continueDraft(kept({ writer: 'other' }), draft(2))).toEqual({
    command: undefined,
    baseRev: 2,
    baseEpoch: undefined,
  })
  expect(continueDraft(undefined, draft(2, 'first'))).toEqual({
    command: undefined,
    baseRev: 2,
    baseEpoch: 'first',
  })
  expect(() => continueDraft(kept({ writer: 'other', isSaved: false }), draft(2))).toThrow(ForeignDraftError)
})

test('only a text with a revision and without a history gets the known history', () => {
  const lineage = { command: undefined, baseRev: 2 }
  expect(withEpoch(lineage, 'first').baseEpoch).toBe('first')
  expect(withEpoch({ ...lineage, baseEpoch: 'own' }, 'first').baseEpoch).toBe('own')
  expect(withEpoch({ ...lineage, baseRev: undefined }, 'first').baseEpoch).toBeUndefined()
})

test('a change is based on its stated revision, in the known history', async () => {
  const work = await withRows()
  expect(await standOf(work, undefined, COMMAND, { base: { rev: 4 } }, undefined)).toEqual({
    lane: { rows: [], ...EMPTY },
    lineage: undefined,
    position: { base: { rev: 4 }, seq: 1, skewMs: undefined, supersedes: undefined },
  })
  await work.meta.put({ id: 'epoch', value: 0, text: 'first' })
  const based = (epoch: string) => ({ rev: 4, epoch, of: '1' })
  const inHistory = (history?: string) => standOf(work, history, COMMAND, { base: { rev: 4 } }, undefined)
  expect((await inHistory()).position.base).toEqual(based('first'))
  expect((await inHistory('second')).position.base).toEqual(based('second'))
})

test('a text follows its last save while that waits, and otherwise the revision it is based on', async () => {
  const work = await withRows(outboxRow(1))
  await work.drafts.add(kept())
  const follows = await standOf(work, undefined, COMMAND, {}, draft(2))
  expect(follows.position.base).toEqual({ follows: 'command 1' })
  await work.outbox.clear()
  const { position, lineage } = await standOf(work, 'first', COMMAND, {}, draft(2))
  expect(position.base).toEqual({ rev: 3, epoch: 'first', of: '1' })
  expect(lineage).toEqual({ command: 'command 1', baseRev: 3, baseEpoch: 'first' })
  await work.drafts.clear()
  expect((await standOf(work, 'first', COMMAND, {}, draft())).position.base).toBeUndefined()
  expect((await standOf(work, 'second', COMMAND, {}, draft(2, 'first'))).position.base).toMatchObject({
    rev: 2,
    epoch: 'first',
  })
})

test('a correction takes the position of the refused command that it settles', async () => {
  const work = await withRows(
    outboxRow(3, { state: 'parked', sentAt: 1 }),
    outboxRow(5, { state: 'parked' }),
    outboxRow(7),
  )
  await work.meta.put({ id: 'seq', value: 7 })
  const { lane, position } = await standOf(
    work,
    undefined,
    COMMAND,
    { settles: ['command 5', 'command 3', 'command 99'] },
    undefined,
  )
  expect([position.seq, position.supersedes]).toEqual([3, ['command 3']])
  expect(lane.rows.map(({ seq }) => seq)).toEqual([7])
})

test.each<[string, Partial<OutboxRow>]>([
  ['of another record', { aggregate: 'study:2' }],
  ['that took effect', { state: 'acked' }],
])('nothing takes the position of a command %s', async (_which, change) => {
  const work = await withRows(outboxRow(3, { state: 'parked', ...change }))
  await work.meta.put({ id: 'seq', value: 7 })
  const { position } = await standOf(work, undefined, COMMAND, { settles: ['command 3'] }, undefined)
  expect([position.seq, position.supersedes]).toEqual([8, undefined])
})

test('a text is positioned by its lineage, not by the commands that it settles', async () => {
  const work = await withRows(outboxRow(3, { state: 'parked' }))
  await work.meta.put({ id: 'seq', value: 7 })
  expect((await standOf(work, undefined, COMMAND, { settles: ['command 3'] }, draft(2))).position.seq).toBe(8)
})

test('a save that replaces one after a settled command follows the base of that command', async () => {
  const work = await withRows(
    outboxRow(1, { state: 'parked', base: { rev: 4 } }),
    outboxRow(2, { isAuto: true, base: { follows: 'command 1' } }),
  )
  await work.drafts.add(kept({ command: 'command 2' }))
  const { position } = await standOf(work, undefined, COMMAND, { settles: ['command 1'] }, draft())
  expect([position.base, position.replaces]).toEqual([{ rev: 4 }, 'command 2'])
})

test('two positions are the same if all their fields are', () => {
  const position = { base: { rev: 1 }, seq: 1, skewMs: undefined }
  expect(isSamePosition(position, { ...position })).toBe(true)
  expect(isSamePosition(position, { ...position, skewMs: 5 })).toBe(false)
})

test('a position is predicted from the last change of this page', async () => {
  const work = await withRows()
  const foresee = (act: Parameters<typeof foreseeStand>[3]) => foreseeStand(work, undefined, COMMAND, act)
  expect(foresee({})).toBeUndefined()
  rememberStand(work, { rows: [], seq: 4, skewMs: 250, epoch: 'first' }, undefined)
  expect((await foresee({ base: { rev: 2 } }))?.position).toEqual({
    base: { rev: 2, epoch: 'first', of: '1' },
    seq: 5,
    skewMs: 250,
    supersedes: undefined,
  })
  expect(foresee({ settles: ['command 1'] })).toBeUndefined()
})

test('no position is predicted for another save of a text that this page saved', async () => {
  const work = await withRows()
  const text = (id: string) => ({ draft: { ...draft(2), id } }) as Parameters<typeof foreseeStand>[3]
  rememberStand(work, { rows: [], ...EMPTY }, { id: 'report 1' })
  rememberStand(work, { rows: [], ...EMPTY }, undefined)
  expect(foreseeStand(work, undefined, COMMAND, text('report 1'))).toBeUndefined()
  expect((await foreseeStand(work, undefined, COMMAND, text('report 2')))?.position).toMatchObject({
    base: { rev: 2 },
    seq: 2,
  })
})
