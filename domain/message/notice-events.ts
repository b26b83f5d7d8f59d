import { EVENT_NAMES, NOTIFICATION_EVENTS, type NotificationEvent } from './notification.ts'

/**
 * What notices are of: the nine events that have a template, and the link to a report that the patient asked for by
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
export const NOTICE_RECORDS = ['request', 'visit', 'study'] as const
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
}

const DAY_MS = 86_400_000

/** A payment is asked for daily, and so often at most. */
export const PAYMENT_REMINDERS_MAX = 3

/** When a visit is reminded of: 24 hours before it starts. */
export const reminderDue = (start: Date): Date => new Date(start.getTime() - DAY_MS)

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
