import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOfDicom, instantOfDicom } from '#domain/study/dicom/dicom-time.ts'

const inZone = (date: string, time: string, zone: string, offset?: string) => {
  const text = instantOfDicom(date, time, { zone, ...(offset !== undefined && { offset }) })
  return text === undefined ? undefined : new Date(text).toISOString()
}

test('a time of a day is an instant in the zone of the source', () => {
  expect(inZone('20261121', '103000', 'Asia/Kolkata')).toBe('2026-11-21T05:00:00.000Z')
  expect(inZone('20261121', '103000.5', 'Asia/Kolkata')).toBe('2026-11-21T05:00:00.500Z')
  expect(inZone('20261121', '', 'Asia/Kolkata')).toBe('2026-11-20T18:30:00.000Z')
  expect(inZone('20261121', '1030', 'UTC')).toBe('2026-11-21T10:30:00.000Z')
})

test('an offset of the source takes precedence over its zone', () => {
  expect(inZone('20261121', '103000', 'Asia/Kolkata', '+0100')).toBe('2026-11-21T09:30:00.000Z')
  expect(inZone('20261121', '103000', 'Asia/Kolkata', '-0330')).toBe('2026-11-21T14:00:00.000Z')
  expect(inZone('20261121', '103000', 'Asia/Kolkata', 'soon')).toBe('2026-11-21T05:00:00.000Z')
})

test.each(['', '2026', '20261301', '20260230', 'yesterday'])('%s is no day', (date) => {
  expect(dayOfDicom(date)).toBeUndefined()
  expect(inZone(date, '100000', 'UTC')).toBeUndefined()
})

test('around the hour that daylight saving skips or repeats, each local time is one instant', () => {
  const newYork = (time: string, date = '20260308') => inZone(date, time, 'America/New_York')
  expect(newYork('015959')).toBe('2026-03-08T06:59:59.000Z')
  expect(newYork('030000')).toBe('2026-03-08T07:00:00.000Z')
  // 02:30 does not exist: it is read with the offset before the jump.
  expect(newYork('023000')).toBe('2026-03-08T07:30:00.000Z')
  expect(newYork('005959', '20261101')).toBe('2026-11-01T04:59:59.000Z')
  expect(newYork('020000', '20261101')).toBe('2026-11-01T07:00:00.000Z')
  const berlin = (time: string) => inZone('20260329', time, 'Europe/Berlin')
  expect(berlin('015959')).toBe('2026-03-29T00:59:59.000Z')
  expect(berlin('030000')).toBe('2026-03-29T01:00:00.000Z')
})

test('an instant that a zone writes as a DICOM time is read back', () => {
  const zone = fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 24 * 4 }), zone, (quarters, timeZone) => {
      const instant = new Date(Date.UTC(2026, 0, 1) + quarters * 900_000)
      const parts = Object.fromEntries(
        new Intl.DateTimeFormat('en-CA', {
          timeZone,
          hourCycle: 'h23',
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          hour: '2-digit',
          minute: '2-digit',
        })
          .formatToParts(instant)
          .map(({ type, value }) => [type, value]),
      )
      const read = inZone(
        `${parts.year}${parts.month}${parts.day}`,
        `${parts.hour}${parts.minute}00`,
        timeZone,
      )
      // In the hour that comes twice, the other of the two instants is read.
      const away = Math.abs(Date.parse(read ?? '') - instant.getTime())
      expect([0, 3_600_000]).toContain(away)
    }),
  )
})
