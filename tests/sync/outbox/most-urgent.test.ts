import { expect, test } from 'vitest'
import { mostUrgent } from '#src/sync/outbox/most-urgent.ts'
import { outboxRow } from '../support/outbox-row.ts'

const parked = outboxRow(3, { state: 'parked' })
const sending = outboxRow(2, { state: 'sending' })
const acked = outboxRow(1, { state: 'acked' })
const [first, last] = [outboxRow(4), outboxRow(5)]

test('what was refused is told of before what is on its way, and that before what waits', () => {
  expect(mostUrgent([acked, sending, parked, first])).toBe(parked)
  expect(mostUrgent([acked, first, sending, last])).toBe(sending)
  expect(mostUrgent([acked, first, last])).toBe(last)
})

test('where the server has all of it nothing is told', () => {
  expect(mostUrgent([acked])).toBeUndefined()
  expect(mostUrgent([])).toBeUndefined()
})
