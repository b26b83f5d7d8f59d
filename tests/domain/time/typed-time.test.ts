import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTimeText, parseTypedTime } from '#domain/time/typed-time.ts'

const timeOf = (text: string) => {
  const found = parseTypedTime(text, '16:20')
  return 'time' in found ? found.time : found.problem
}

test.each([
  ['14:05', '14:05'],
  ['1405', '14:05'],
  ['905', '09:05'],
  ['9', '09:00'],
  ['9.30', '09:30'],
  ['9h30', '09:30'],
  ['14 05', '14:05'],
  ['2pm', '14:00'],
  ['2:05 PM', '14:05'],
  ['02:05 p.m.', '14:05'],
  ['12 am', '00:00'],
  ['12:30pm', '12:30'],
  ['930a', '09:30'],
  ['n', '16:20'],
  ['Now', '16:20'],
  ['0', '00:00'],
])('%j is %s', (text, time) => {
  expect(timeOf(text)).toBe(time)
})

test.each([
  ['half past', 'unreadable'],
  ['9m', 'unreadable'],
  ['14:5', 'unreadable'],
  ['12345', 'unreadable'],
  ['24:00', 'no_such_time'],
  ['9:60', 'no_such_time'],
  ['13 pm', 'no_such_time'],
  ['0 am', 'no_such_time'],
])('%j is no time: %s', (text, problem) => {
  expect(timeOf(text)).toBe(problem)
})

test('only complete hours and minutes are a complete time', () => {
  expect(parseTypedTime('14:05', '00:00')).toMatchObject({ isWhole: true })
  expect(parseTypedTime('14', '00:00')).toMatchObject({ isWhole: false })
  expect(parseTypedTime('905', '00:00')).toMatchObject({ isWhole: false })
})

test('every minute of a day is written as hh:mm A and reads back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
      const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
      expect(formatTimeText(time)).toMatch(/^(0[1-9]|1[0-2]):[0-5]\d [AP]M$/)
      expect(timeOf(formatTimeText(time))).toBe(time)
      expect(timeOf(time)).toBe(time)
    }),
  )
})

test('a text that is no time is shown unchanged', () => {
  expect(formatTimeText('')).toBe('')
  expect(formatTimeText('later')).toBe('later')
})
