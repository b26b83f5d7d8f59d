import type { NotificationKind } from './kinds.ts'
import { isKnownKind, plainWords } from './plain-words.ts'

/** What a device knows about the subject; absent if it has no copy. */
export interface KnownSubject {
  /** The patient's name. */
  name: string
  /** The examination, or what is requested; empty if unknown. */
  about: string
}

/** `what` is the examination with the patient's name, or the name alone. */
const TOLD = {
  critical_result: (what) => `Critical result: ${what}`,
  critical_overdue: (what) => `Overdue critical result: ${what}`,
  study_assigned: (what) => `${what} was assigned to you`,
  peer_reading: () => plainWords('peer_reading'),
  peer_learning: () => plainWords('peer_learning'),
  peer_answer: () => plainWords('peer_answer'),
  booking_request: (_what, { name, about }) =>
    about === '' ? `${name} asks for an appointment` : `${name} asks for an appointment: ${about}`,
  ai_result: (what) => `The AI result of ${what} is ready`,
  hl7_failed: (what) => `The report of ${what} could not be sent to the other system`,
  order_state_failed: (what) => `The other system did not take the state of the order for ${what}`,
  message_failed: (what) => `A message about ${what} could not be sent`,
  interface_silent: () => plainWords('interface_silent'),
  interface_heard: () => plainWords('interface_heard'),
  certificate_ending: () => plainWords('certificate_ending'),
  certificate_expired: () => plainWords('certificate_expired'),
  form_f_report: () => plainWords('form_f_report'),
  device_added: () => plainWords('device_added'),
  passkey_added: () => plainWords('passkey_added'),
  passkey_removed: () => plainWords('passkey_removed'),
  sign_in_failed: () => plainWords('sign_in_failed'),
  password_reset: () => plainWords('password_reset'),
  recovery_code_used: () => plainWords('recovery_code_used'),
} as const satisfies Record<NotificationKind, (what: string, known: KnownSubject) => string>

/** A notification in words, with the patient's name if the device knows it. */
export function toldWords(kind: NotificationKind, known: KnownSubject | undefined): string {
  if (!known || known.name === '' || !isKnownKind(kind)) return plainWords(kind)
  const { name, about } = known
  return TOLD[kind](about === '' ? name : `${about} of ${name}`, known)
}
