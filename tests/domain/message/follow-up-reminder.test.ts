import { expect, test } from 'vitest'
import { followUpReminderDue } from '#domain/message/notice-events.ts'

const SET = new Date('2026-11-24T14:00:00+05:30')
const due = (day: string, zone = 'Asia/Kolkata', set = SET) =>
  followUpReminderDue(day, set, zone).toISOString()

test('a follow-up is reminded of a week before its day, in the morning of its branch', () => {
  expect(due('2027-02-24')).toBe('2027-02-17T02:30:00.000Z')
  expect(due('2027-02-24', 'Asia/Kuwait')).toBe('2027-02-17T05:00:00.000Z')
})

test('where that is over it is the morning after it was set, and never the same day', () => {
  for (const day of ['2026-12-02', '2026-12-01', '2026-11-25', '2026-10-01'])
    expect(due(day)).toBe('2026-11-25T02:30:00.000Z')
  expect(due('2026-12-03')).toBe('2026-11-26T02:30:00.000Z')
})
