/** Words of a form in a patient's hands (docs/sync.md#consent-without-a-staff-session). */
export const KIOSK_WORDS = {
  resumeTitle: 'A form was handed over',
  resumeHint: (form: string) =>
    `“${form}” was being filled on this device and has not been sent. The answers are kept here.`,
  unread: (why: string) =>
    `A form was filled on this device and has not been sent, and it cannot be read now: ${why} No other form can be handed over until it can be read or is discarded.`,
  goOn: 'Hand over again',
  putAway: 'Discard',
  putAwayTitle: 'Discard the form?',
  putAwayQuestion: 'All answers and drawings so far are deleted from this device.',
} as const
