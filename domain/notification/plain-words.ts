import type { NotificationKind } from './kinds.ts'

/** The name of each kind, and its text for one or several without a patient's name. */
const PLAIN = {
  critical_result: {
    label: 'Critical results',
    one: 'A critical result waits',
    count: (n) => (n === 1 ? '1 critical result waits' : `${n} critical results wait`),
  },
  critical_overdue: {
    label: 'Overdue critical results',
    one: 'A critical result is overdue',
    count: (n) => (n === 1 ? '1 critical result is overdue' : `${n} critical results are overdue`),
  },
  study_assigned: {
    label: 'Assigned studies',
    one: 'A study was assigned to you',
    count: (n) => (n === 1 ? '1 study was assigned to you' : `${n} studies were assigned to you`),
  },
  peer_reading: {
    label: 'Second readings',
    one: 'A second reading waits for you',
    count: (n) => (n === 1 ? '1 second reading waits' : `${n} second readings wait`),
  },
  peer_learning: {
    label: 'Learning points',
    one: 'A colleague has a learning point about a report of yours',
    count: (n) => (n === 1 ? '1 learning point for you' : `${n} learning points for you`),
  },
  peer_answer: {
    label: 'Answers to learning points',
    one: 'A learning point of yours was answered',
    count: (n) => (n === 1 ? '1 learning point was answered' : `${n} learning points were answered`),
  },
  booking_request: {
    label: 'Booking requests',
    one: 'A booking request came in',
    count: (n) => (n === 1 ? '1 booking request waits' : `${n} booking requests wait`),
  },
  ai_result: {
    label: 'AI results',
    one: 'An AI result is ready',
    count: (n) => (n === 1 ? '1 AI result is ready' : `${n} AI results are ready`),
  },
  hl7_failed: {
    label: 'Reports not sent',
    one: 'A report could not be sent to the other system',
    count: (n) => (n === 1 ? '1 report could not be sent' : `${n} reports could not be sent`),
  },
  order_state_failed: {
    label: 'Order states not sent',
    one: 'The other system did not take the state of an order',
    count: (n) => (n === 1 ? '1 order state was not taken' : `${n} order states were not taken`),
  },
  message_failed: {
    label: 'Messages not sent',
    one: 'A message could not be sent',
    count: (n) => (n === 1 ? '1 message could not be sent' : `${n} messages could not be sent`),
  },
  interface_silent: {
    label: 'Silent systems',
    one: 'Another system has not been heard for longer than you allow',
    count: (n) => (n === 1 ? '1 other system is silent' : `${n} other systems are silent`),
  },
  interface_heard: {
    label: 'Systems heard again',
    one: 'Another system that was silent is heard again',
    count: (n) => (n === 1 ? '1 silent system is heard again' : `${n} silent systems are heard again`),
  },
  certificate_ending: {
    label: 'Certificates that expire soon',
    one: 'A certificate of a connection to another system expires soon. Have it renewed',
    count: (n) => (n === 1 ? '1 certificate expires soon' : `${n} certificates expire soon`),
  },
  certificate_expired: {
    label: 'Expired certificates',
    one: 'A certificate of a connection to another system has expired: the connection does not work with it',
    count: (n) => (n === 1 ? '1 certificate has expired' : `${n} certificates have expired`),
  },
  form_f_report: {
    label: 'Form F reports to send',
    one: 'A monthly Form F report is to be sent to the Appropriate Authority by the 5th, and is not marked as sent',
    count: (n) =>
      n === 1 ? '1 monthly Form F report is to be sent' : `${n} monthly Form F reports are to be sent`,
  },
  device_added: {
    label: 'New devices',
    one: 'A new device signs in your name. If it is not yours, change your password',
    count: (n) => (n === 1 ? '1 new device signs in your name' : `${n} new devices sign in your name`),
  },
  passkey_added: {
    label: 'New passkeys',
    one: 'A new passkey signs in your name. If it is not yours, remove it and change your password',
    count: (n) => (n === 1 ? '1 new passkey signs in your name' : `${n} new passkeys sign in your name`),
  },
  passkey_removed: {
    label: 'Removed passkeys',
    one: 'A passkey of yours was removed',
    count: (n) => (n === 1 ? '1 passkey of yours was removed' : `${n} passkeys of yours were removed`),
  },
  sign_in_failed: {
    label: 'Failed sign-ins',
    one: 'Somebody tried to sign in with your name and failed several times',
    count: (n) => `${n} series of failed sign-ins with your name`,
  },
  password_reset: {
    label: 'Password resets',
    one: 'Your password was reset by a link. If that was not you, tell your administrator',
    count: (n) => (n === 1 ? '1 reset of your password' : `${n} resets of your password`),
  },
  recovery_code_used: {
    label: 'Recovery codes',
    one: 'A recovery code of yours was used to sign in. If that was not you, tell your administrator',
    count: (n) => (n === 1 ? '1 recovery code of yours was used' : `${n} recovery codes of yours were used`),
  },
} as const satisfies Record<NotificationKind, { label: string; one: string; count: (n: number) => string }>

/** For a kind that a newer server sent. */
const NEWER = {
  label: 'Others',
  one: 'A notification that this version of Readroom does not know. It is shown after the next update',
  count: (n: number) => (n === 1 ? '1 other notification' : `${n} other notifications`),
}

const wordsOf = (kind: NotificationKind) => (isKnownKind(kind) ? PLAIN[kind] : NEWER)

/** Whether this version knows the kind: a newer server sends others too. */
export const isKnownKind = (kind: string): kind is NotificationKind => Object.hasOwn(PLAIN, kind)

/** The name of a kind, for filters and settings. */
export const kindLabel = (kind: NotificationKind): string => wordsOf(kind).label

/** One notification in words that name nobody: for server responses, and for devices without a copy. */
export const plainWords = (kind: NotificationKind): string => wordsOf(kind).one

/** The text for `count` (at least 1) of a kind, naming nobody because it is shown on lock screens. */
export const countWords = (kind: NotificationKind, count: number): string => wordsOf(kind).count(count)
