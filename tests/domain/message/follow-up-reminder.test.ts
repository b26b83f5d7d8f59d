import { expect, test } from 'vitest'
import {
  EVENT_RULES,
  followUpLookAgain,
  followUpReminderDue,
  isFollowUpEvent,
  NOTICE_EVENTS,
  nextPaymentReminder,
  reminderDue,
} from '#domain/message/notice-events.ts'

const SET = new Date('2026-11-24T14:00:00+05:30')
const due = (day: string, zone = 'Asia/Kolkata', set = SET) =>
  followUpReminderDue(day, set, zone).toISOString()

test('a follow-up is reminded a week before its day, in the morning of its branch', () => {
  expect(due('2027-02-24')).toBe('2027-02-17T02:30:00.000Z')
  expect(due('2027-02-24', 'Asia/Kuwait')).toBe('2027-02-17T05:00:00.000Z')
})

test('if that moment has passed, the reminder is due the morning after the follow-up was set, and never the same day', () => {
  for (const day of ['2026-12-02', '2026-12-01', '2026-11-25', '2026-10-01'])
    expect(due(day)).toBe('2026-11-25T02:30:00.000Z')
  expect(due('2026-12-03')).toBe('2026-11-26T02:30:00.000Z')
})

test('a visit is reminded a day before it starts, also across a clock change', () => {
  const start = new Date('2026-10-25T10:00:00+01:00')
  expect(reminderDue(start).toISOString()).toBe('2026-10-24T09:00:00.000Z')
})

test('a reminder that could not be sent is checked a day later, and a payment is requested a day after the last time', () => {
  expect(followUpLookAgain(SET).toISOString()).toBe('2026-11-25T08:30:00.000Z')
  expect(nextPaymentReminder(SET).toISOString()).toBe('2026-11-25T08:30:00.000Z')
})

test('the events of a follow-up are exactly those about one', () => {
  for (const event of NOTICE_EVENTS)
    expect(isFollowUpEvent(event), event).toBe(EVENT_RULES[event].record === 'follow_up')
})
