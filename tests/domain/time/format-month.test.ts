import { expect, test } from 'vitest'
import { formatMonth } from '#domain/time/formats.ts'

test('English months have three letters in every region', () => {
  for (const locale of ['en-IN', 'en-GB', 'en-AU', 'en-US', 'en'])
    expect(formatMonth(2026, 9, locale)).toBe('Sep, 2026')
  expect(formatMonth(2024, 1)).toBe('Jan, 2024')
})

test('other languages have their own names, and an unknown locale still gives a name', () => {
  expect(formatMonth(2024, 5, 'fr-FR')).toBe('mai, 2024')
  expect(formatMonth(2024, 2, 'not a locale')).toBe('Feb, 2024')
})
