import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Day, Instant } from '#contract/kernel/fields.ts'

const messageOf = (field: typeof Day, value: string) => {
  const read = field.safeParse(value)
  return read.success ? undefined : read.error.issues.map(({ message }) => message).join('; ')
}

test.each(['2026-02-28', '2028-02-29', '0001-01-01', '2026-12-31'])('%s is a day', (day) => {
  expect(messageOf(Day, day)).toBeUndefined()
})

test.each(['2026-02-29', '2026-02-31', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '0000-01-01'])(
  '%s is no calendar day',
  (day) => {
    expect(messageOf(Day, day)).toBe('must be a date')
    // It gives no valid moment either: JavaScript reads 31 February as 3 March.
    expect(messageOf(Instant, `${day}T10:00:00Z`)).toBe('must be a time with offset')
  },
)

test.each([
  '2026-02-28T24:00:00Z',
  '2026-02-28T25:00:00Z',
  '2026-02-28T10:60Z',
  '2026-02-28T10:00:60Z',
  '2026-02-28T10:00:00+24:00',
  '2026-02-28T10:00:00+05:60',
  '2026-02-28T10:00:00+99:99',
  '2026-02-28T10:00:00',
  '2026-02-28 10:00:00Z',
])('%s is no clock time', (text) => {
  expect(messageOf(Instant, text)).toBe('must be a time with offset')
})

test.each([
  '2026-02-28T10:00Z',
  '2028-02-29T23:59:59.999Z',
  '2026-02-28T00:00:00+05:30',
  '2026-02-28T10:00:00.123456-11:00',
  '2026-02-28T10:00:00+14:00',
])('%s is a moment', (text) => {
  expect(messageOf(Instant, text)).toBeUndefined()
})

test('every moment written by a device is valid', () => {
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9998-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(dates, (date) => {
      expect(messageOf(Instant, date.toISOString())).toBeUndefined()
    }),
  )
})
