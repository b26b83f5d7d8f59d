import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OUTBOX_STATES, type OutboxRow } from '#src/db/work-database.ts'
import { BATCH_MAX, chooseBatch } from '#src/sync/outbox/send/choose-batch.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'

const NOW = 1_000
const chosen = (rows: OutboxRow[], inFlight: string[] = [], files: string[] = []) =>
  chooseBatch(rows, new Set(inFlight), NOW, new Set(files)).rows.map(({ seq }) => seq)

test('commands of one record are sent in the order of the clicks, in one batch', () => {
  expect(chosen([outboxRow(1), outboxRow(2), outboxRow(3)])).toEqual([1, 2, 3])
})

test.each([
  ['is refused', outboxRow(1, { state: 'parked' }), []],
  ['is on its way', outboxRow(1, { state: 'sending' }), ['command 1']],
  ['waits for its next try', outboxRow(1, { nextAt: NOW + 1 }), []],
])(
  'no command of a record overtakes a command that %s; other records are not delayed',
  (_, first, inFlight) => {
    expect(chosen([first, outboxRow(2), outboxRow(3, { aggregate: 'study:2' })], inFlight)).toEqual([3])
  },
)

test('commands that a dead page was sending are free again', () => {
  expect(chosen([outboxRow(1, { state: 'sending', claim: 1 })])).toEqual([1])
})

test('a command waits for its dependency, whatever its position in the queue', () => {
  const needs = outboxRow(2, { aggregate: 'visit:1', depends: ['command 1'] })
  expect(chosen([outboxRow(1), needs])).toEqual([1, 2])
  expect(chosen([outboxRow(1, { state: 'parked' }), needs])).toEqual([])
  expect(chosen([outboxRow(1, { state: 'acked' }), needs])).toEqual([2])
  expect(chosen([needs])).toEqual([2])
})

test('a command that only follows another one is sent without it once that one is parked', () => {
  const later = outboxRow(3, { aggregate: 'visit:1', after: ['command 2'] })
  const behind = (state: OutboxRow['state']) => [outboxRow(1, { state }), outboxRow(2), later]
  expect(chosen(behind('parked'))).toEqual([3])
  expect(chosen(behind('sending'), ['command 1'])).toEqual([])
  const dependent = outboxRow(2, { aggregate: 'study:2', depends: ['command 1'] })
  expect(chosen([outboxRow(1, { state: 'parked' }), dependent, later])).toEqual([3])
})

test('one delivery contains at most fifty commands, the server’s limit', () => {
  const rows = Array.from({ length: 51 }, (_, i) => outboxRow(i + 1, { aggregate: `study:${i}` }))
  expect(chosen(rows)).toHaveLength(50)
})

test('a failed command is retried after its wait, and at once if the clock was set back', () => {
  const lastError = { kind: 'network', status: undefined, code: undefined } as const
  const waits = (at: number) => outboxRow(1, { nextAt: NOW + 1, lastError: { ...lastError, at } })
  expect(chosen([waits(NOW)])).toEqual([])
  expect(chosen([waits(NOW + 1)])).toEqual([1])
  expect(chosen([outboxRow(1, { nextAt: NOW })])).toEqual([1])
})

test('a text waits for its pictures', () => {
  expect(chosen([outboxRow(1, { files: ['picture'] })], [], ['picture'])).toEqual([])
  expect(chosen([outboxRow(1, { files: ['picture'] })], [], ['another'])).toEqual([1])
})

test('a claim returns the time of the next try', () => {
  const waiting = [
    outboxRow(1, { nextAt: NOW + 50 }),
    outboxRow(2, { nextAt: NOW + 20, aggregate: 'study:2' }),
  ]
  expect(chooseBatch(waiting, new Set(), NOW).nextAt).toBe(NOW + 20)
})

test('a batch of any queue keeps the order, leaves no gap in a record and is never too large', () => {
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
      const rows = changes.map((change, i) => outboxRow(i + 1, change))
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
