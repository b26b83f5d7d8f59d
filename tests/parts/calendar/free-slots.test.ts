import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seenSlots, standIn, stepFrom } from '#src/parts/calendar/free-slots.ts'

const SLOTS = [480, 500, 520, 540]

describe('slots that appointments leave visible', () => {
  test.each([
    ['none is hidden where nothing is booked', [], SLOTS],
    ['one that is filled is hidden', [{ from: 500, to: 520 }], [480, 520, 540]],
    [
      'one that two fill together is hidden',
      [
        { from: 510, to: 520 },
        { from: 500, to: 510 },
      ],
      [480, 520, 540],
    ],
    ['one that is filled in part is seen', [{ from: 500, to: 515 }], SLOTS],
    ['a long booked slot hides what it covers whole', [{ from: 490, to: 545 }], [480, 540]],
  ])('%s', (_, bookedSlots, seen) => {
    expect(seenSlots(SLOTS, 20, bookedSlots)).toEqual(seen)
  })

  test('a slot is visible exactly if a minute of it is free', () => {
    const bookedSlot = fc.tuple(fc.integer({ min: 470, max: 560 }), fc.integer({ min: 1, max: 60 }))
    fc.assert(
      fc.property(fc.array(bookedSlot, { maxLength: 6 }), (drawn) => {
        const bookedSlots = drawn.map(([from, length]) => ({ from, to: from + length }))
        const isFree = (minute: number) => bookedSlots.every(({ from, to }) => minute < from || minute >= to)
        const expected = SLOTS.filter((at) => Array.from({ length: 20 }, (_, n) => at + n).some(isFree))
        expect(seenSlots(SLOTS, 20, bookedSlots)).toEqual(expected)
      }),
    )
  })
})

describe('the arrow keys among the slots', () => {
  const days = [[480, 520], [], [500, 540]]
  test.each([
    ['down goes over what is hidden', { day: 0, at: 480 }, 'ArrowDown', { day: 0, at: 520 }],
    ['up goes back', { day: 0, at: 520 }, 'ArrowUp', { day: 0, at: 480 }],
    ['the last slot of a day is its end', { day: 0, at: 520 }, 'ArrowDown', { day: 0, at: 520 }],
    [
      'right goes over a full day, to about the same time',
      { day: 0, at: 520 },
      'ArrowRight',
      { day: 2, at: 540 },
    ],
    ['left goes back to about the same time', { day: 2, at: 500 }, 'ArrowLeft', { day: 0, at: 520 }],
    ['the last day is the end', { day: 2, at: 500 }, 'ArrowRight', { day: 2, at: 500 }],
  ])('%s', (_, from, key, to) => {
    expect(stepFrom(from, key, days)).toEqual(to)
  })

  test('other keys have no effect', () => {
    expect(stepFrom({ day: 0, at: 480 }, 'Enter', days)).toBeUndefined()
  })

  test('the Tab key finds a slot while there is one', () => {
    expect(standIn({ day: 0, at: 0 }, days)).toEqual({ day: 0, at: 480 })
    expect(standIn({ day: 1, at: 500 }, days)).toEqual({ day: 0, at: 520 })
    expect(standIn({ day: 0, at: 1_000 }, days)).toEqual({ day: 0, at: 520 })
    expect(standIn({ day: 0, at: 0 }, [[], []])).toBeUndefined()
  })
})
