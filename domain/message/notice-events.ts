import { addDays, type DayText, dayAt, startOfDay } from '../time/zones.ts'
import { EVENT_NAMES, NOTIFICATION_EVENTS, type NotificationEvent } from './notification.ts'
import { endOfQuiet } from './quiet-hours.ts'

/**
 * What notices are of: the events that have a template, and the link to a report that the patient asked for by
 * WhatsApp, whose text is the client's share text.
 */
export const NOTICE_EVENTS = [...NOTIFICATION_EVENTS, 'Report_Link'] as const
export type NoticeEvent = (typeof NOTICE_EVENTS)[number]

/** The events of notices as a person calls them. */
export const NOTICE_NAMES: Readonly<Record<NoticeEvent, string>> = {
  ...EVENT_NAMES,
  Report_Link: 'Report that the patient asked for',
}

/** What a notice is about. */
export const NOTICE_RECORDS = ['request', 'visit', 'study', 'follow_up'] as const
export type NoticeRecord = (typeof NOTICE_RECORDS)[number]

/** How an event behaves where its notice would arrive late. */
export interface EventRule {
  record: NoticeRecord
  /**
   * What the start of the visit means for it: `useless_after` it the notice is dropped, `urgent_before` it the notice does
   * not wait for the end of the quiet hours because the patient would come in vain, `none` where it does not matter.
   */
  start: 'useless_after' | 'urgent_before' | 'none'
}

/** The rules of the events; a new event does not compile until it has one. */
export const EVENT_RULES: Readonly<Record<NoticeEvent, EventRule>> = {
  Apointment_Request: { record: 'request', start: 'none' },
  Apointment_Booking: { record: 'visit', start: 'useless_after' },
  Appointment_Reminder: { record: 'visit', start: 'useless_after' },
  Apointment_Cancel: { record: 'visit', start: 'urgent_before' },
  Apointment_Reschedule: { record: 'visit', start: 'urgent_before' },
  Apointment_Confirm: { record: 'visit', start: 'useless_after' },
  Pending_Payment_Reminder: { record: 'visit', start: 'none' },
  Report_Sign: { record: 'study', start: 'none' },
  Report_Verify: { record: 'study', start: 'none' },
  Report_Link: { record: 'study', start: 'none' },
  Follow_Up_Due: { record: 'follow_up', start: 'none' },
  Follow_Up_Referrer: { record: 'follow_up', start: 'none' },
}

/** The events of a follow-up: its patient is reminded, and its referrer. */
export const FOLLOW_UP_EVENTS = ['Follow_Up_Due', 'Follow_Up_Referrer'] as const satisfies NotificationEvent[]
export type FollowUpEvent = (typeof FOLLOW_UP_EVENTS)[number]

/** Whether the event is one of a follow-up. */
export const isFollowUpEvent = (event: string): event is FollowUpEvent =>
  (FOLLOW_UP_EVENTS as readonly string[]).includes(event)

const DAY_MS = 86_400_000

/** A payment is asked for daily, and so often at most. */
export const PAYMENT_REMINDERS_MAX = 3

/** When a visit is reminded of: 24 hours before it starts. */
export const reminderDue = (start: Date): Date => new Date(start.getTime() - DAY_MS)

/** Days before its due day from which a follow-up is reminded of: there is time to book. */
export const FOLLOW_UP_REMINDER_DAYS = 7

/**
 * When a follow-up is reminded of: the morning a week before its due day, by the clock of the branch; where that is over,
 * the morning after it was set, for on that day the patient has not been told of the report yet.
 */
export function followUpReminderDue(dueOn: DayText, set: Date, zone: string): Date {
  const wanted = addDays(dueOn, -FOLLOW_UP_REMINDER_DAYS)
  const earliest = addDays(dayAt(set, zone), 1)
  return endOfQuiet(startOfDay(wanted > earliest ? wanted : earliest, zone), zone)
}

/** When a reminder that cannot leave for now is looked at again: a booking may be missed, a study deleted by mistake come back. */
export const followUpLookAgain = (now: Date): Date => new Date(now.getTime() + DAY_MS)

/** When the next reminder of a payment is due, after the visit was started or the reminder before was sent. */
export const nextPaymentReminder = (after: Date): Date => new Date(after.getTime() + DAY_MS)

/** The events of a visit that a new start makes untrue, so that what still waits of them is recalled. */
export const EVENTS_OF_START = [
  'Appointment_Reminder',
  'Apointment_Reschedule',
  'Apointment_Confirm',
] as const satisfies NotificationEvent[]

/** The events of a visit that a cancellation makes untrue. */
export const EVENTS_OF_LIVE_VISIT = [
  'Apointment_Booking',
  ...EVENTS_OF_START,
  'Pending_Payment_Reminder',
] as const satisfies NotificationEvent[]
