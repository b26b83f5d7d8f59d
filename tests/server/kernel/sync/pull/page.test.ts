import { expect, test } from 'vitest'
import { Page } from '#server/kernel/sync/pull/page.ts'

const record = (length: number, rev = 1) => ({ rev, body: { text: 'x'.repeat(length) } })

test('a page contains each record once, as it was added first', () => {
  const page = new Page(5)
  page.put('study', 'a', 'client', record(1, 7))
  page.leave('study', 'a', 'client', 8)
  page.leave('study', 'b', 'doctor:me', 3)
  page.put('study', 'b', 'client', record(1))
  page.put('report', 'a', 'client', record(1, 2))
  expect(page.rows).toEqual([
    { type: 'study', id: 'a', rev: 7, op: 'put', scope: 'client', body: { text: 'x' } },
    { type: 'study', id: 'b', rev: 3, op: 'leave', scope: 'doctor:me' },
    { type: 'report', id: 'a', rev: 2, op: 'put', scope: 'client', body: { text: 'x' } },
  ])
})

test('a page is full once its rows reach the limit', () => {
  const page = new Page(2)
  expect([page.isFull, page.room]).toEqual([false, 2])
  page.put('study', 'a', 'client', record(1))
  expect([page.isFull, page.room]).toEqual([false, 1])
  page.leave('study', 'b', 'client', 1)
  expect([page.isFull, page.room]).toEqual([true, 0])
  page.leave('study', 'c', 'client', 1)
  expect(page.room).toBe(0)
})

test('a page is full once its texts reach four megabytes, however few they are', () => {
  const quotes = JSON.stringify({ text: '' }).length
  const page = new Page(100)
  page.put('report', 'a', 'client', record(4 * 1_048_576 - quotes - 1))
  expect(page.isFull).toBe(false)
  page.put('report', 'a', 'client', record(10))
  page.leave('report', 'b', 'client', 1)
  expect(page.isFull).toBe(false)
  const whole = new Page(100)
  whole.put('report', 'a', 'client', record(4 * 1_048_576 - quotes))
  expect([whole.isFull, whole.room]).toEqual([true, 99])
})
