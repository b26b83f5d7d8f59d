import type { VISIT_FLAGS } from '#contract/calls/visit-records.ts'
import type { FooterActionKind, FooterReason } from '#domain/visit/footer-actions.ts'

/** Words of the visit panel (docs/visits.md#visit-panel). */
export const PANEL_WORDS = {
  loading: 'Visit',
  back: 'Back',
  gone: 'This visit is not here',
  goneHint: 'It does not exist, or it belongs to a branch that you do not work for.',
  goneOffline: 'It is not on this device. It opens once there is a network.',
  visit: (no: string) => `Visit ${no}`,
  newVisit: 'Number follows',
  vip: 'VIP',
  allergies: (list: string) => `Allergies: ${list}`,
  cancelReason: (reason: string) => `Cancelled: ${reason}`,
  editProfile: 'Edit Profile',
  noEditRight: 'Your role does not edit patients.',
  consentForms: 'Consent Forms',
  messages: 'Messages',
  notOnDevice: 'The patient is not on this device. It opens once there is a network.',
  examination: 'Examination',
  services: 'Services & Comments',
  documents: (count: number) => (count > 0 ? `Documents ${count}` : 'Documents'),
  payments: 'Payments',
  clinical: { 4: 'Medical History', 5: 'Prescription', 6: 'Investigation', 7: 'Treatment Plan' },
  tabs: 'Parts of the visit',
  flags: {
    needs_booking:
      'Money was taken, and the booking is not on the server: add its services under Edit Appointment',
    needs_slot: 'No machine or doctor yet: choose a time under Edit Appointment',
    unallocated: 'More was received than is owed: settle it under Payments',
  } satisfies Record<(typeof VISIT_FLAGS)[number], string>,
  actions: {
    edit: 'Edit Appointment',
    cancel: 'Cancel Appointment',
    confirm: 'Confirm Appointment',
    complete: 'Complete',
    start: 'Start Visit',
  } satisfies Record<FooterActionKind, string>,
  steps: {
    confirm: 'Confirmed: on this device, on its way to the server.',
    complete: 'Completed: on this device, on its way to the server.',
    start: 'Started: on this device, on its way to the server.',
  },
  waiting: 'A change of this visit is not on the server yet.',
  askCancel: (name: string) => `Cancel the appointment of ${name}? Its slots become free.`,
  heldOfPatient: (amount: string) =>
    `${amount} was received from the patient. It is to be refunded: the next step is the refund.`,
  heldForOthers: (amount: string) =>
    `${amount} was received from the patient and is to be refunded by somebody with that right. It is listed under To refund in the day close.`,
  heldOfScheme: (amount: string) =>
    `${amount} was paid by the hospital or doctor of the scheme and goes back by cancelling the receipt of the settlement.`,
  heldUntold: 'Money received for this visit is to be refunded.',
  reasonNeeded: 'A reason is required.',
  cancelAndRefund: 'Cancel Appointment, then refund',
  reason: 'Reason',
  keep: 'Keep the appointment',
  cancelled: 'Cancelled',
  reasons: {
    no_right: 'Your role does not change appointments.',
    offline: 'Cancelling needs the network: money may have to go back.',
    completed: 'The visit is completed.',
    reported: 'The report is signed: the appointment stays as it is.',
    scan_begun: 'The scan has begun: cancel its services one by one.',
    not_started: 'The visit has not been started.',
    no_clinic_doctor: 'Only a clinic doctor completes a visit.',
    not_booked: 'Its services are not on the server yet: add them under Edit Appointment.',
  } satisfies Record<FooterReason, string>,
} as const
