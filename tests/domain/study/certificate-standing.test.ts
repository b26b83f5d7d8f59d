import { expect, test } from 'vitest'
import { certificateStanding } from '#domain/study/certificate-standing.ts'

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
