import { expect, test } from 'vitest'
import { daysInMonth, findMonth } from '#domain/time/month-names.ts'

test.each([
  ['jan', 1],
  ['MAR', 3],
  ['sept', 9],
  ['December', 12],
  ['ma', undefined],
  ['de', undefined],
  ['mai', undefined],
  ['decembers', undefined],
])('%s is month %s', (word, month) => {
  expect(findMonth(word)).toBe(month)
})

test.each([
  [2026, 2, 28],
  [2024, 2, 29],
  [1900, 2, 28],
  [2000, 2, 29],
  [2026, 4, 30],
  [2026, 12, 31],
  // A year below 100 is not one of the 20th century: 96 was a leap year, 1900 was not.
  [96, 2, 29],
])('the year %i has in month %i %i days', (year, month, days) => {
  expect(daysInMonth(year, month)).toBe(days)
})
