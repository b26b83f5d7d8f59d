import { expect, test } from 'vitest'
import { setPlace, setSlotStart, setStart, takeSlot } from '#src/parts/booking/draft/change-draft.ts'
import { slotKey } from '#src/parts/booking/draft/draft.ts'
import { timetableOf } from '#src/parts/booking/draft/timetable.ts'
import { isCancelledLine } from '#src/parts/booking/use-booking.ts'
import { draftWith, lineOf, START } from './drafts.ts'

const MINUTE = 60_000
const slotMinutesOf = (id: string) => ({ ct: 20, xray: 15 })[id]
const lines = [lineOf('a'), lineOf('b'), lineOf('x', { departmentId: 'xray', placeId: 'x-1' })]
const offsets = (draft: Parameters<typeof timetableOf>[0]) =>
  timetableOf(draft, slotMinutesOf, (line) => !isCancelledLine(line)).slots.map(({ placeId, start, end }) => [
    placeId,
    (start - START) / MINUTE,
    (end - START) / MINUTE,
  ])

test('slots follow one another, each as long as its services; the visit ends with the last', () => {
  expect(offsets(draftWith(lines))).toEqual([
    ['ct-1', 0, 40],
    ['x-1', 40, 55],
  ])
  expect(timetableOf(draftWith(lines), slotMinutesOf).end).toBe(START + 55 * MINUTE)
})

test('a time set by hand stays separate, and moves along with the visit', () => {
  const key = slotKey({ departmentId: 'xray', placeId: 'x-1' })
  const apart = setSlotStart(draftWith(lines), key, START + 120 * MINUTE)
  expect(offsets(apart)[1]).toEqual(['x-1', 120, 135])
  expect(offsets(setStart(apart, START + 60 * MINUTE))).toEqual([
    ['ct-1', 60, 100],
    ['x-1', 180, 195],
  ])
})

test('a service at another machine has its own slot after the first', () => {
  expect(offsets(setPlace(draftWith(lines), 'b', 'ct-2'))).toEqual([
    ['ct-1', 0, 20],
    ['ct-2', 20, 40],
    ['x-1', 40, 55],
  ])
})

test('a cancelled service takes no time', () => {
  const cancelled = [lineOf('a', { status: 12 }), lineOf('b')]
  expect(offsets(draftWith(cancelled))).toEqual([['ct-1', 0, 20]])
})

test('a department without a slot length is named', () => {
  const unknown = draftWith([lineOf('m', { departmentId: 'mri', placeId: 'm-1' })])
  expect(timetableOf(unknown, slotMinutesOf).unconfigured).toEqual(['mri'])
})

test('a free slot takes the whole booked slot to its machine and time, with its former id', () => {
  const draft = setPlace(draftWith(lines.slice(0, 2)), 'a', 'ct-1')
  const id = draft.slots[slotKey({ departmentId: 'ct', placeId: 'ct-1' })]?.id
  const moved = takeSlot(draft, draft.lines, { placeId: 'ct-2', start: START + 30 * MINUTE })
  expect(offsets(moved)).toEqual([['ct-2', 30, 70]])
  expect(moved.start).toBe(START + 30 * MINUTE)
  expect(moved.slots[slotKey({ departmentId: 'ct', placeId: 'ct-2' })]?.id).toBe(id)
})
