import type { VISIT_FLAGS } from '#contract/calls/visit-records.ts'
import type { FooterActionKind, FooterReason } from '#domain/visit/footer-actions.ts'

/** Words of the visit panel (spec 3 section 2.8). */
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
  notOnDevice: 'The patient is not on this device. It opens once there is a network.',
  examination: 'Examination',
  services: 'Services & Comments',
  documents: (count: number) => (count > 0 ? `Documents ${count}` : 'Documents'),
  payments: 'Payments',
  medicalHistory: 'Medical History',
  prescription: 'Prescription',
  investigation: 'Investigation',
  treatmentPlan: 'Treatment Plan',
  tabs: 'Parts of the visit',
  flags: {
    needs_slot: 'No machine yet: choose a time under Edit Appointment',
    unallocated: 'More was received than is owed: settle it under Payments',
  } satisfies Record<(typeof VISIT_FLAGS)[number], string>,
  actions: {
    edit: 'Edit Appointment',
    cancel: 'Cancel Appointment',
    confirm: 'Confirm Appointment',
    complete: 'Complete',
    start: 'Start Visit',
  } satisfies Record<FooterActionKind, string>,
  reasons: {
    no_right: 'Your role does not change appointments.',
    offline: 'Cancelling needs the network: money may have to go back.',
    completed: 'The visit is completed.',
    reported: 'The report is signed: the appointment stays as it is.',
    scan_begun: 'The scan has begun: cancel its services one by one.',
    not_started: 'The visit has not been started.',
    no_clinic_doctor: 'Only a clinic doctor completes a visit.',
  } satisfies Record<FooterReason, string>,
} as const
