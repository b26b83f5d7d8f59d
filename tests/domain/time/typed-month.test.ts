import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMonthText } from '#domain/time/formats.ts'
import { parseTypedMonth } from '#domain/time/typed-month.ts'

const monthOf = (text: string, today = '2026-11-23') => {
  const found = parseTypedMonth(text, today)
  return 'month' in found ? found.month : found.problem
}

test.each([
  ['11 2026', '2026-11'],
  ['11/26', '2026-11'],
  ['1126', '2026-11'],
  ['112026', '2026-11'],
  ['2026-11', '2026-11'],
  ['202611', '2026-11'],
  ['Nov 2026', '2026-11'],
  ['nov', '2026-11'],
  ['February 25', '2025-02'],
  ['7', '2026-07'],
  ['t', '2026-11'],
  ['-1', '2026-10'],
  ['+2', '2027-01'],
  ['-11', '2025-12'],
])('%j is %s', (text, month) => {
  expect(monthOf(text)).toBe(month)
})

test.each(['13 2026', '0', 'no', '2026', '11/202', 'november the first'])('%j is no month', (text) => {
  expect(monthOf(text)).toBe('unreadable')
})

test('every month is written as MMM YYYY and reads back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1850, max: 2199 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      const text = `${year}-${String(month).padStart(2, '0')}`
      expect(monthOf(formatMonthText(text))).toBe(text)
      expect(monthOf(text)).toBe(text)
    }),
  )
})
