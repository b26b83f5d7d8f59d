import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSubject,
} from '#domain/notification/kinds.ts'
import { notificationAddress } from '#domain/notification/notification-address.ts'
import { plainWords } from '#domain/notification/plain-words.ts'
import { toldWords } from '#domain/notification/told-words.ts'

const kinds = fc.constantFrom(...NOTIFICATION_KINDS)

test('each kind names patient and examination if both are known', () => {
  const known = { name: 'Asha Kamat', about: 'MR Knee' }
  expect(NOTIFICATION_KINDS.map((kind) => toldWords(kind, known))).toEqual([
    'Critical result: MR Knee of Asha Kamat',
    'Overdue critical result: MR Knee of Asha Kamat',
    'MR Knee of Asha Kamat was assigned to you',
    'A second reading waits for you',
    'A colleague has a learning point about a report of yours',
    'A learning point of yours was answered',
    'Asha Kamat asks for an appointment: MR Knee',
    'The AI result of MR Knee of Asha Kamat is ready',
    'The report of MR Knee of Asha Kamat could not be sent to the other system',
    'The other system did not take the state of the order for MR Knee of Asha Kamat',
    'A message about MR Knee of Asha Kamat could not be sent',
    'Another system has not been heard for longer than you allow',
    'Another system that was silent is heard again',
    'A certificate of a connection to another system expires soon. Have it renewed',
    'A certificate of a connection to another system has expired: the connection does not work with it',
    'A monthly Form F report is to be sent to the Appropriate Authority by the 5th, and is not marked as sent',
    'A new device signs in your name. If it is not yours, change your password',
    'A new passkey signs in your name. If it is not yours, remove it and change your password',
    'A passkey of yours was removed',
    'Somebody tried to sign in with your name and failed several times',
    'Your password was reset by a link. If that was not you, tell your administrator',
    'A recovery code of yours was used to sign in. If that was not you, tell your administrator',
  ])
})

test('unknown values leave no gap in the words', () => {
  fc.assert(
    fc.property(
      kinds,
      fc.constantFrom('', 'Asha Kamat'),
      fc.constantFrom('', 'MR Knee'),
      (kind, name, about) => {
        const words = toldWords(kind, { name, about })
        return !/ {2}| of $|^of |: $/.test(words) && words.length > 0
      },
    ),
  )
})

test('nobody is named if the device knows nothing', () => {
  for (const kind of NOTIFICATION_KINDS) expect(toldWords(kind, undefined)).toBe(plainWords(kind))
})

test('a notification opens its subject; a critical result opens its record', () => {
  const subject_id = '01970000-0000-7000-8000-0000000000a1'
  const study = { subject_type: 'study', subject_id } as const
  expect(notificationAddress({ kind: 'study_assigned', ...study })).toBe(`/study/${subject_id}`)
  expect(notificationAddress({ kind: 'critical_result', ...study })).toBe(
    `/study/${subject_id}?open=critical`,
  )
  const request = { kind: 'booking_request', subject_type: 'booking_request', subject_id } as const
  expect(notificationAddress(request)).toBe('/booking-requests')
  expect(notificationAddress({ ...request, kind: 'order_state_failed' })).toBe(
    '/interfaces?kind=hl7_out&outcome=bad',
  )
  const patient = { kind: 'message_failed', subject_type: 'patient', subject_id } as const
  expect(notificationAddress(patient)).toBe(`/patient-profile/${subject_id}`)
  const certificate = { kind: 'certificate_ending', subject_type: 'certificate', subject_id } as const
  expect(notificationAddress(certificate)).toBe('/interfaces')
})

test('each kind of subject has its screen', () => {
  const placeOf = (subject_type: NotificationSubject, kind: NotificationKind = 'interface_silent') =>
    notificationAddress({ kind, subject_type, subject_id: 'x1' })
  expect(placeOf('interface')).toBe('/interfaces?peer=x1')
  expect(placeOf('branch')).toBe('/form-f?branch=x1')
  expect(placeOf('device')).toBe('/sync')
  expect(placeOf('passkey')).toBe('/devices?part=mine')
  expect(placeOf('person')).toBe('/devices?part=mine')
  expect(placeOf('message')).toBe('/dashboard')
  expect(placeOf('study', 'critical_overdue')).toBe('/study/x1?open=critical')
  expect(placeOf('person', 'peer_reading')).toBe('/peer-learning')
  expect(placeOf('person', 'peer_answer')).toBe('/peer-learning?tab=done')
  expect(placeOf('person', 'peer_learning')).toBe('/peer-learning?tab=mine')
})
