import { expect, test } from 'vitest'
import { dayOfKey } from '#src/ui/dates/day-keys.ts'

test.each([
  ['ArrowLeft', false, '2026-11-01', '2026-10-31'],
  ['ArrowRight', false, '2026-12-31', '2027-01-01'],
  ['ArrowUp', false, '2026-11-03', '2026-10-27'],
  ['ArrowDown', false, '2026-11-30', '2026-12-07'],
  ['Home', false, '2026-11-25', '2026-11-23'],
  ['End', false, '2026-11-25', '2026-11-29'],
  ['Home', false, '2026-11-23', '2026-11-23'],
  ['End', false, '2026-11-29', '2026-11-29'],
  ['PageUp', false, '2026-03-31', '2026-02-28'],
  ['PageDown', false, '2026-12-31', '2027-01-31'],
  ['PageUp', true, '2024-02-29', '2023-02-28'],
  ['PageDown', true, '2026-11-23', '2027-11-23'],
  ['a', false, '2026-11-23', undefined],
])('%s (shift %s) from %s leads to %s', (key, isShift, day, next) => {
  expect(dayOfKey(key, isShift, day, {})).toBe(next)
})

test('a key does not move beyond the limits', () => {
  const limits = { min: '2026-11-20', max: '2026-11-30' }
  expect(dayOfKey('PageUp', false, '2026-11-23', limits)).toBe('2026-11-20')
  expect(dayOfKey('ArrowDown', false, '2026-11-28', limits)).toBe('2026-11-30')
})
