/** Kinds of notifications in the bell; the server writes each row with one of them (docs/decisions/205). */
export const NOTIFICATION_KINDS = [
  'critical_result',
  'critical_overdue',
  'study_assigned',
  'peer_reading',
  'peer_learning',
  'peer_answer',
  'booking_request',
  'ai_result',
  'hl7_failed',
  'order_state_failed',
  'message_failed',
  'interface_silent',
  'interface_heard',
  'certificate_ending',
  'certificate_expired',
  'form_f_report',
  'device_added',
  'passkey_added',
  'passkey_removed',
  'sign_in_failed',
  'password_reset',
  'recovery_code_used',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** The types of record that a notification is about. */
export const NOTIFICATION_SUBJECTS = [
  'study',
  'booking_request',
  'patient',
  'message',
  'device',
  'passkey',
  'person',
  'interface',
  'certificate',
  'branch',
] as const
export type NotificationSubject = (typeof NOTIFICATION_SUBJECTS)[number]

/** Kinds that a person may mute: all but critical results and possible actions of somebody else. */
export const MUTABLE_KINDS = [
  'study_assigned',
  'peer_reading',
  'peer_learning',
  'peer_answer',
  'booking_request',
  'ai_result',
  'hl7_failed',
  'order_state_failed',
  'message_failed',
  'interface_silent',
  'interface_heard',
  'certificate_ending',
  'certificate_expired',
  'form_f_report',
] as const satisfies readonly NotificationKind[]
export type MutableKind = (typeof MUTABLE_KINDS)[number]

/** True for a kind that a person may mute. */
export const isMutable = (kind: NotificationKind): kind is MutableKind =>
  (MUTABLE_KINDS as readonly NotificationKind[]).includes(kind)
