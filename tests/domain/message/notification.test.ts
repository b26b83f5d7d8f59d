import { expect, test } from 'vitest'
import {
  DEFAULT_NOTIFICATIONS,
  fillNotification,
  NOTIFICATION_EVENTS,
  unknownNotificationNames,
} from '#domain/message/notification.ts'

test.each(NOTIFICATION_EVENTS)('the built-in texts of %s contain only known placeholders', (event) => {
  const { subject, body, sms } = DEFAULT_NOTIFICATIONS[event]
  for (const text of [subject, body, sms]) {
    expect(text.trim()).not.toBe('')
    expect(unknownNotificationNames(text)).toEqual([])
  }
})

test('placeholders are filled once, and unknown ones stay visible', () => {
  const filled = fillNotification('%NAME% at %BRANCH_NAME%, 100 % of %NOTHING%', { NAME: '%BRANCH_NAME%' })
  expect(filled).toBe('%BRANCH_NAME% at %BRANCH_NAME%, 100 % of %NOTHING%')
  expect(unknownNotificationNames('%NAMME% %NAME% %NAMME%')).toEqual(['NAMME'])
})

test('the built-in SMS of a booking is one line that greets the patient and ends with the branch', () => {
  expect(DEFAULT_NOTIFICATIONS.Apointment_Booking.sms).toBe(
    'Dear %NAME%, your appointment for %SERVICE% is booked for %VISIT_DATE%. %BRANCH_NAME% %BRANCH_CONTACT_NO%',
  )
  for (const event of NOTIFICATION_EVENTS) expect(DEFAULT_NOTIFICATIONS[event].sms).not.toContain('\n')
})
