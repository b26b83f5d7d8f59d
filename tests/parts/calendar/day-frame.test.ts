import { expect, test } from 'vitest'
import { dayFrame, weekOf } from '#src/parts/calendar/day-frame.ts'

test.each([
  ['2026-11-23', 'Asia/Kolkata', 570, '2026-11-23T04:00:00.000Z'],
  ['2026-11-23', 'Asia/Kuwait', 570, '2026-11-23T06:30:00.000Z'],
  // The clocks go back at three: after that the clock is an hour behind the time since midnight.
  ['2026-10-25', 'Europe/Berlin', 570, '2026-10-25T08:30:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', 60, '2026-10-24T23:00:00.000Z'],
  // The clocks go forward at two.
  ['2026-03-29', 'Europe/Berlin', 570, '2026-03-29T07:30:00.000Z'],
])('on %s in %s minute %i of the day is %s, and back', (day, zone, minutes, instant) => {
  const frame = dayFrame(day, zone)
  expect(new Date(frame.instantAt(minutes)).toISOString()).toBe(instant)
  expect(frame.minutesAt(Date.parse(instant))).toBe(minutes)
})

test('a week goes from Monday to Sunday', () => {
  expect(weekOf('2026-11-22')).toEqual(weekOf('2026-11-16'))
  expect([weekOf('2026-11-22')[0], weekOf('2026-11-22').at(-1)]).toEqual(['2026-11-16', '2026-11-22'])
})
