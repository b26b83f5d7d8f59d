import { expect, test } from 'vitest'
import { mostUrgent } from '#src/sync/outbox/look/most-urgent.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'

const parked = outboxRow(3, { state: 'parked' })
const sending = outboxRow(2, { state: 'sending' })
const acked = outboxRow(1, { state: 'acked' })
const [first, last] = [outboxRow(4), outboxRow(5)]

test('a refused command is shown before one being sent, and that one before a waiting one', () => {
  expect(mostUrgent([acked, sending, parked, first])).toBe(parked)
  expect(mostUrgent([acked, first, sending, last])).toBe(sending)
  expect(mostUrgent([acked, first, last])).toBe(last)
})

test('nothing is shown once the server has every command', () => {
  expect(mostUrgent([acked])).toBeUndefined()
  expect(mostUrgent([])).toBeUndefined()
})
