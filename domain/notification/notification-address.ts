import type { NotificationKind, NotificationSubject } from './kinds.ts'

/** What determines where a notification leads. */
export interface Placed {
  kind: NotificationKind
  subject_type: NotificationSubject
  subject_id: string
}

/** The address of the screen that shows what a notification is about. */
export function notificationAddress({ kind, subject_type, subject_id }: Placed): string {
  if (subject_type === 'study')
    return kind === 'critical_result' || kind === 'critical_overdue'
      ? `/study/${subject_id}?open=critical`
      : `/study/${subject_id}`
  // The screen from which it can be sent again.
  if (kind === 'order_state_failed') return '/interfaces?kind=hl7_out&outcome=bad'
  if (kind === 'peer_reading') return '/peer-learning'
  if (kind === 'peer_answer') return '/peer-learning?tab=done'
  if (kind === 'peer_learning') return '/peer-learning?tab=mine'
  if (subject_type === 'booking_request') return '/booking-requests'
  if (subject_type === 'patient') return `/patient-profile/${subject_id}`
  if (subject_type === 'interface') return `/interfaces?peer=${subject_id}`
  if (subject_type === 'branch') return `/form-f?branch=${subject_id}`
  if (subject_type === 'certificate') return '/interfaces'
  if (subject_type === 'device') return '/sync'
  if (subject_type === 'passkey' || subject_type === 'person') return '/devices?part=mine'
  return '/dashboard'
}
