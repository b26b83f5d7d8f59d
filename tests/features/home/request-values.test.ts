import { expect, test } from 'vitest'
import { type Choices, wrongFields } from '#src/features/home/own-bookings/request-values.ts'

const CHOICES: Choices = {
  branches: [
    { id: 'day', name: 'Andheri', open_time: '08:00', close_time: '20:00' },
    { id: 'night', name: 'Kothrud', open_time: '20:00', close_time: '06:00' },
    { id: 'always', name: 'Pune', open_time: '', close_time: '' },
  ],
  departments: [{ id: 'ct', name: 'CT' }],
  dob: '1984-03-02',
  gender: 'F',
}
const wrong = (branch_id: string, booking_time: string) =>
  wrongFields(
    {
      branch_id,
      department_id: 'ct',
      dob: '1984-03-02',
      gender: 'F',
      booking_date: '2026-12-01',
      booking_time,
      exam_reason: '',
    },
    CHOICES,
  )

test.each([
  ['day', '08:00', true],
  ['day', '19:59', true],
  ['day', '20:00', false],
  ['day', '03:00', false],
  ['night', '03:00', true],
  ['night', '12:00', false],
  ['always', '03:00', true],
])('a request for %s at %s: open is %j', (branch, time, isOpen) => {
  expect('booking_time' in wrong(branch, time)).toBe(!isOpen)
})

test('a closed location is a problem only of the time', () => {
  expect(wrong('day', '03:00')).toEqual({ booking_time: 'closed' })
})
