import { expect, test } from 'vitest'
import { openHoursOf, shownHours, slotsOf, snapToSlot } from '#src/parts/calendar/slots.ts'

const NINE_TO_FIVE = { open: 540, close: 1020 }

test.each([
  ['09:00', '17:00', NINE_TO_FIVE],
  ['', '', { open: 0, close: 1440 }],
  ['09:00', '', { open: 0, close: 1440 }],
  ['18:00', '08:00', { open: 0, close: 1440 }],
  ['08:30', '24:00', { open: 510, close: 1440 }],
])('a branch that opens at %j and closes at %j takes patients in %j', (open_time, close_time, hours) => {
  expect(openHoursOf({ open_time, close_time })).toEqual(hours)
})

test.each([
  [20, 24, 1000],
  [25, 19, 990],
  [45, 10, 945],
  [7, 68, 1009],
  [500, 0, undefined],
])('slots of %i minutes begin at the opening: %i of them, the last at %j', (slot, count, last) => {
  const slots = slotsOf(NINE_TO_FIVE, slot)
  expect([slots.length, slots.at(-1)]).toEqual([count, last])
})

test.each([
  // minutes, slot, length, start
  [540, 20, 20, 540],
  [559, 20, 20, 540],
  [560, 20, 20, 560],
  // A slot that does not divide an hour keeps its own grid: 540, 585, 630.
  [629, 45, 45, 585],
  [630, 45, 45, 630],
  // Before the opening and after closing time the nearest slot that fits.
  [0, 20, 20, 540],
  [1430, 20, 20, 1000],
  [1010, 20, 60, 960],
  // Longer than the day: it begins at the opening.
  [700, 20, 600, 540],
])('a place at minute %i on slots of %i, %i minutes long, begins at %i', (minutes, slot, length, start) => {
  expect(snapToSlot(minutes, NINE_TO_FIVE, slot, length)).toBe(start)
})

test('a booked slot outside the open hours extends the displayed hours by whole hours', () => {
  expect(shownHours(NINE_TO_FIVE, [])).toEqual(NINE_TO_FIVE)
  expect(
    shownHours(NINE_TO_FIVE, [
      { from: 470, to: 500 },
      { from: 1330, to: 1345 },
    ]),
  ).toEqual({
    open: 420,
    close: 1380,
  })
})
