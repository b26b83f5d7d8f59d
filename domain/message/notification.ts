import { fillNames, namesIn } from './placeholders.ts'

/** What patients are told of, and of follow-ups their referrers (docs/masters.md#notification-templates; the wire's spelling). */
export const NOTIFICATION_EVENTS = [
  'Apointment_Request',
  'Apointment_Booking',
  'Appointment_Reminder',
  'Apointment_Cancel',
  'Apointment_Reschedule',
  'Apointment_Confirm',
  'Pending_Payment_Reminder',
  'Report_Sign',
  'Report_Verify',
  'Follow_Up_Due',
  'Follow_Up_Referrer',
] as const
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number]

/** The events as a person calls them. */
export const EVENT_NAMES: Readonly<Record<NotificationEvent, string>> = {
  Apointment_Request: 'Appointment request',
  Apointment_Booking: 'Appointment booking',
  Appointment_Reminder: 'Appointment reminder',
  Apointment_Cancel: 'Appointment cancelled',
  Apointment_Reschedule: 'Appointment rescheduled',
  Apointment_Confirm: 'Appointment confirmed',
  Pending_Payment_Reminder: 'Pending payment reminder',
  Report_Sign: 'Report signed',
  Report_Verify: 'Report verified',
  Follow_Up_Due: 'Follow-up due',
  Follow_Up_Referrer: 'Follow-up due (to the referrer)',
}

/** What their texts may name, between percent signs. */
export const NOTIFICATION_PLACEHOLDERS = [
  'PATIENT_ID',
  'NAME',
  'AGE',
  'GENDER',
  'DOB',
  'DEPARTMENT',
  'SERVICE',
  'VISIT_DATE',
  'ACCESSION_NO',
  'STUDY_DATE',
  'RECEIVED_DATE',
  'SIGNED_DATE',
  'VERIFIED_DATE',
  'DUE_DATE',
  'RADIOLOGIST',
  'REFERRER',
  'PAT_LOGIN_URL',
  'CLIENT_NAME',
  'BRANCH_NAME',
  'BRANCH_CONTACT_NO',
] as const
export type NotificationPlaceholder = (typeof NOTIFICATION_PLACEHOLDERS)[number]

/** The texts of an event; e-mail has subject and body, SMS and WhatsApp the short one. */
export interface NotificationTexts {
  subject: string
  body: string
  sms: string
}

/** A text with its placeholders filled in once; one without a value stays visible. */
export const fillNotification = (
  template: string,
  values: Partial<Record<NotificationPlaceholder, string>>,
): string => fillNames(template, values)

/** Names between percent signs that no value exists for, each once. */
export const unknownNotificationNames = (template: string): string[] =>
  namesIn(template).filter((name) => !(NOTIFICATION_PLACEHOLDERS as readonly string[]).includes(name))

const FOOT = '\n\n%BRANCH_NAME%\n%BRANCH_CONTACT_NO%'

const letter = (subject: string, sentence: string): NotificationTexts => ({
  subject: `%CLIENT_NAME%: ${subject}`,
  body: `Dear %NAME%,\n\n${sentence}${FOOT}`,
  sms: `Dear %NAME%, ${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replaceAll('\n', ' ')} %BRANCH_NAME% %BRANCH_CONTACT_NO%`,
})

/** What is sent while a client has written no text of its own. */
export const DEFAULT_NOTIFICATIONS: Readonly<Record<NotificationEvent, NotificationTexts>> = {
  Apointment_Request: letter(
    'we have your request',
    'We have received your request for %SERVICE%. We call you to agree on a time.',
  ),
  Apointment_Booking: letter(
    'your appointment',
    'Your appointment for %SERVICE% is booked for %VISIT_DATE%.',
  ),
  Appointment_Reminder: letter(
    'your appointment is near',
    'We remind you of your appointment for %SERVICE% on %VISIT_DATE%.',
  ),
  Apointment_Cancel: letter(
    'your appointment was cancelled',
    'Your appointment for %SERVICE% on %VISIT_DATE% was cancelled. Call us for another one.',
  ),
  Apointment_Reschedule: letter(
    'your appointment has a new time',
    'Your appointment for %SERVICE% was moved to %VISIT_DATE%.',
  ),
  Apointment_Confirm: letter(
    'your appointment is confirmed',
    'Your appointment for %SERVICE% on %VISIT_DATE% is confirmed.',
  ),
  Pending_Payment_Reminder: letter(
    'a payment is open',
    'A payment for your visit of %VISIT_DATE% is still open. Please settle it at our desk.',
  ),
  Report_Sign: letter(
    'your report was written',
    'The report of your %SERVICE% was signed by %RADIOLOGIST% on %SIGNED_DATE%.\nYour results: %PAT_LOGIN_URL%',
  ),
  Report_Verify: letter(
    'your report is ready',
    'The report of your %SERVICE% is ready.\nYour results: %PAT_LOGIN_URL%',
  ),
  Follow_Up_Due: letter(
    'an examination is due',
    'Your next examination, %SERVICE%, is due: %DUE_DATE%. Please call us for an appointment.',
  ),
  // The patient by number alone: a letter to people outside the centre names nobody unless the client wants it to.
  Follow_Up_Referrer: {
    subject: '%CLIENT_NAME%: a follow-up of your patient is due',
    body: `Dear %REFERRER%,\n\nYour patient %PATIENT_ID% is due for a follow-up, %SERVICE%: %DUE_DATE%. Please remind the patient.${FOOT}`,
    sms: 'Dear %REFERRER%, your patient %PATIENT_ID% is due for a follow-up, %SERVICE%: %DUE_DATE%. Please remind the patient. %BRANCH_NAME% %BRANCH_CONTACT_NO%',
  },
}
