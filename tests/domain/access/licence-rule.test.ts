import { expect, test } from 'vitest'
import {
  isLicenceOver,
  LICENCE_WARNING_DAYS,
  licenceDaysLeft,
  licenceOverWords,
} from '#domain/access/licence-rule.ts'

const licence = { name: 'Standard', expired_on: '2026-11-24', active: true }

test.each([
  ['2026-11-24T12:00:00Z', false],
  // The day lasts until noon of the next day in UTC: UTC-12 is the last zone to finish it.
  ['2026-11-25T11:59:59.999Z', false],
  ['2026-11-25T12:00:00Z', true],
])('a licence until 24 November is over at %s: %s', (at, isOver) => {
  expect(isLicenceOver(licence, new Date(at))).toBe(isOver)
})

test('a licence that was switched off is expired on every day', () => {
  const off = { ...licence, active: false }
  expect(isLicenceOver(off, new Date('2026-01-01T00:00:00Z'))).toBe(true)
  expect(licenceOverWords(off)).toContain('switched off')
  expect(licenceOverWords(licence)).toMatch(/“Standard” ended on .*2026/)
})

test('the remaining days include the last one', () => {
  const left = (day: string) => licenceDaysLeft(licence, new Date(`${day}T23:00:00Z`))
  expect(left('2026-11-24')).toBe(1)
  expect(left('2026-11-23')).toBe(2)
  expect(left('2026-10-26')).toBe(LICENCE_WARNING_DAYS)
  expect(left('2026-11-25')).toBe(0)
  expect(LICENCE_WARNING_DAYS).toBe(30)
})
