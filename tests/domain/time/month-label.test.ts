import { expect, test } from 'vitest'
import { monthLabel } from '#domain/time/month-label.ts'

test('English months have three letters in every region', () => {
  for (const locale of ['en-IN', 'en-GB', 'en-AU', 'en-US', 'en'])
    expect(monthLabel('2026-09', locale)).toBe('Sep, 2026')
  expect(monthLabel('2024-01', 'en-IN')).toBe('Jan, 2024')
})

test('other languages have their own names', () => {
  expect(monthLabel('2024-05', 'fr-FR')).toBe('mai, 2024')
})

test('a text that is no month stays as it is, and an unknown locale hides nothing', () => {
  expect(monthLabel('2024-13', 'en-IN')).toBe('2024-13')
  expect(monthLabel('', 'en-IN')).toBe('')
  expect(monthLabel('2024-02', 'not a locale')).toBe('Feb, 2024')
})
