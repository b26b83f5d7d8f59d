import { expect, test } from 'vitest'
import { certificateStanding, endingDaysOf } from '#domain/certificate/certificate-standing.ts'

const now = new Date('2026-11-26T12:00:00Z')

test.each([
  ['2026-11-26T11:59:59Z', 'expired'],
  ['2026-11-26T12:00:00Z', 'expired'],
  ['2026-11-26T12:00:01Z', 'ending'],
  ['2026-12-26T12:00:00Z', 'ending'],
  ['2026-12-26T12:00:01Z', 'good'],
])('a certificate until %s is %s', (ends, standing) => {
  expect(certificateStanding(new Date(ends), now)).toBe(standing)
})

test.each([
  ['a year', 365, 30],
  ['100 days', 100, 30],
  ['90 days, renewed by a program 30 days before its end', 90, 22.5],
  ['6 days', 6, 1.5],
])('a certificate that lives %s is reported so many days before its end', (_, life, days) => {
  expect(endingDaysOf(now, new Date(now.getTime() + life * 86_400_000))).toBe(days)
})
