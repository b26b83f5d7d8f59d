import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoInZone } from '#domain/time/iso-in-zone.ts'

test.each([
  ['Asia/Kolkata', '2026-11-21T14:30:05+05:30'],
  ['UTC', '2026-11-21T09:00:05+00:00'],
  ['America/St_Johns', '2026-11-21T05:30:05-03:30'],
  ['Pacific/Kiritimati', '2026-11-21T23:00:05+14:00'],
  ['Asia/Kathmandu', '2026-11-21T14:45:05+05:45'],
])('an instant is written with the clock and the offset of %s', (zone, text) => {
  expect(isoInZone(new Date('2026-11-21T09:00:05.999Z'), zone)).toBe(text)
})

test('the text means the same second in every zone', () => {
  const seconds = fc.integer({ min: 0, max: 2_500_000_000 })
  const zones = fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe')
  fc.assert(
    fc.property(seconds, zones, (at, zone) => {
      expect(Date.parse(isoInZone(new Date(at * 1_000), zone))).toBe(at * 1_000)
    }),
  )
})
