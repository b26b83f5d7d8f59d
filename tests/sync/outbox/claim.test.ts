import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTBOX_STATES, type OutboxRow } from '#src/db/work-database.ts'
import { BATCH_MAX, chooseBatch } from '#src/sync/outbox/claim.ts'

const NOW = 1_000
const row = (seq: number, change: Partial<OutboxRow> = {}): OutboxRow => ({
  id: `command ${seq}`,
  rev: 0,
  seq,
  state: 'waiting',
  call: 'saveReport',
  version: 1,
  aggregate: 'study:1',
  record: 'report:1',
  base: undefined,
  depends: [],
  isAuto: false,
  sentAt: undefined,
  claim: undefined,
  attempts: 0,
  nextAt: 0,
  acked: undefined,
  lastError: undefined,
  at: 0,
  skewMs: undefined,
  user: 'u',
  sealed: null,
  e: {},
  ...change,
})
const chosen = (rows: OutboxRow[], inFlight: string[] = [], files: string[] = []) =>
  chooseBatch(rows, new Set(inFlight), NOW, new Set(files)).rows.map(({ seq }) => seq)

test('commands of one record go in the order of the clicks, in one batch', () => {
  expect(chosen([row(1), row(2), row(3)])).toEqual([1, 2, 3])
})

test.each([
  ['is refused', row(1, { state: 'parked' }), []],
  ['is on its way', row(1, { state: 'sending' }), ['command 1']],
  ['waits for its next try', row(1, { nextAt: NOW + 1 }), []],
])('nothing of a record overtakes a command that %s; other records are not held up', (_, first, inFlight) => {
  expect(chosen([first, row(2), row(3, { aggregate: 'study:2' })], inFlight)).toEqual([3])
})

test('what a dead page left on its way is free', () => {
  expect(chosen([row(1, { state: 'sending', claim: 1 })])).toEqual([1])
})

test('a command waits for what it depends on, wherever that stands', () => {
  const needs = row(2, { aggregate: 'visit:1', depends: ['command 1'] })
  expect(chosen([row(1), needs])).toEqual([1, 2])
  expect(chosen([row(1, { state: 'parked' }), needs])).toEqual([])
  expect(chosen([row(1, { state: 'acked' }), needs])).toEqual([2])
  expect(chosen([needs])).toEqual([2])
})

test('a text waits for its pictures', () => {
  expect(chosen([row(1, { files: ['picture'] })], [], ['picture'])).toEqual([])
  expect(chosen([row(1, { files: ['picture'] })], [], ['another'])).toEqual([1])
})

test('it says when the next try is due', () => {
  const waiting = [row(1, { nextAt: NOW + 50 }), row(2, { nextAt: NOW + 20, aggregate: 'study:2' })]
  expect(chooseBatch(waiting, new Set(), NOW).nextAt).toBe(NOW + 20)
})

test('of any queue a batch keeps order, leaves no gap in a record and is never too large', () => {
  const anyRow = fc.record({
    state: fc.constantFrom(...OUTBOX_STATES),
    aggregate: fc.constantFrom('study:1', 'study:2', 'study:3'),
    nextAt: fc.constantFrom(0, NOW + 10),
    depends: fc.array(
      fc.integer({ min: 1, max: 80 }).map((seq) => `command ${seq}`),
      { maxLength: 2 },
    ),
  })
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 80 }), (changes) => {
      const rows = changes.map((change, i) => row(i + 1, change))
      const batch = chooseBatch(rows, new Set(), NOW).rows
      expect(batch.length).toBeLessThanOrEqual(BATCH_MAX)
      const inBatch = new Set(batch.map(({ id }) => id))
      for (const one of batch) {
        const before = rows.filter((other) => other.aggregate === one.aggregate && other.seq < one.seq)
        expect(before.every((other) => other.state === 'acked' || inBatch.has(other.id))).toBe(true)
        const needed = rows.filter(({ id }) => one.depends.includes(id))
        expect(needed.every((other) => other.state === 'acked' || inBatch.has(other.id))).toBe(true)
      }
    }),
  )
})
