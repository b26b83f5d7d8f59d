import { expect, test } from 'vitest'
import { forerunnersOf, headerOf, previousInLane } from '#src/sync/outbox/send/wire.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'

const AT = Date.parse('2026-11-21T10:00:00.000Z')

test('a header names only what the command has', () => {
  const row = outboxRow(1, { at: AT })
  expect(headerOf(row, [row])).toEqual({
    id: 'command 1',
    call: 'saveReport',
    version: 1,
    depends: [],
    at: '2026-11-21T10:00:00.000Z',
  })
  const receipt = { epoch: 'e', hash: 'h', pos: 1, rev: 1, at: 'a', key_id: 'k', signature: 's' }
  const full = outboxRow(1, {
    at: AT,
    base: { rev: 3 },
    supersedes: ['command 0'],
    skewMs: 0,
    isOffline: true,
    receipts: [receipt],
  })
  expect(headerOf(full, [full])).toEqual({
    ...headerOf(row, [row]),
    base: { rev: 3 },
    supersedes: ['command 0'],
    skew_ms: 0,
    made_offline: true,
    receipts: [receipt],
  })
})

test('a command that was made online does not say so', () => {
  expect(headerOf(outboxRow(1, { isOffline: false }), [])).not.toHaveProperty('made_offline')
})

test('the previous command of a lane is the last earlier one with the same aggregate', () => {
  const rows = [
    outboxRow(1),
    outboxRow(2),
    outboxRow(3, { aggregate: 'study:2' }),
    outboxRow(4),
    outboxRow(5),
  ]
  expect(previousInLane(rows[3]!, rows)).toBe(rows[1])
  expect(previousInLane(rows[0]!, rows)).toBeUndefined()
  expect(previousInLane(rows[2]!, rows)).toBeUndefined()
})

test('a command depends on the previous one of its lane and on those it follows, each named once', () => {
  const [first, second] = [outboxRow(1), outboxRow(2, { aggregate: 'study:2' })]
  const last = outboxRow(3, { depends: ['command 0', 'command 1'], after: ['command 2', 'command 9'] })
  expect(forerunnersOf(last, [first, second, last])).toEqual([second])
  expect(forerunnersOf(first, [second])).toEqual([])
  expect(headerOf(last, [first, second, last]).depends).toEqual(['command 0', 'command 1', 'command 2'])
  expect(headerOf(outboxRow(3), [first]).depends).toEqual(['command 1'])
  expect(headerOf(last, [last]).depends).toEqual(['command 0', 'command 1'])
})
