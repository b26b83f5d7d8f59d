import { expect, test } from 'vitest'
import { PullBatch } from '#server/kernel/sync/pull/pull-batch.ts'

const record = (length: number, rev = 1) => ({ rev, body: { text: 'x'.repeat(length) } })

test('a batch contains each record once, as it was added first', () => {
  const batch = new PullBatch(5)
  batch.put('study', 'a', 'client', record(1, 7))
  batch.leave('study', 'a', 'client', 8)
  batch.leave('study', 'b', 'doctor:me', 3)
  batch.put('study', 'b', 'client', record(1))
  batch.put('report', 'a', 'client', record(1, 2))
  expect(batch.rows).toEqual([
    { type: 'study', id: 'a', rev: 7, op: 'put', scope: 'client', body: { text: 'x' } },
    { type: 'study', id: 'b', rev: 3, op: 'leave', scope: 'doctor:me' },
    { type: 'report', id: 'a', rev: 2, op: 'put', scope: 'client', body: { text: 'x' } },
  ])
})

test('a batch is full once its rows reach the limit', () => {
  const batch = new PullBatch(2)
  expect([batch.isFull, batch.room]).toEqual([false, 2])
  batch.put('study', 'a', 'client', record(1))
  expect([batch.isFull, batch.room]).toEqual([false, 1])
  batch.leave('study', 'b', 'client', 1)
  expect([batch.isFull, batch.room]).toEqual([true, 0])
  batch.leave('study', 'c', 'client', 1)
  expect(batch.room).toBe(0)
})

test('a batch is full once its texts reach four megabytes, however few they are', () => {
  const quotes = JSON.stringify({ text: '' }).length
  const batch = new PullBatch(100)
  batch.put('report', 'a', 'client', record(4 * 1_048_576 - quotes - 1))
  expect(batch.isFull).toBe(false)
  batch.put('report', 'a', 'client', record(10))
  batch.leave('report', 'b', 'client', 1)
  expect(batch.isFull).toBe(false)
  const whole = new PullBatch(100)
  whole.put('report', 'a', 'client', record(4 * 1_048_576 - quotes))
  expect([whole.isFull, whole.room]).toEqual([true, 99])
})
