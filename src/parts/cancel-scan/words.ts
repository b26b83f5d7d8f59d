/** Words for cancelling one examination of a visit. */
export const CANCEL_SCAN_WORDS = {
  title: 'Cancel examination',
  ask: (service: string, patient: string) => `Cancel ${service} of ${patient}?`,
  effect: 'It is left out of totals and the invoice, and its slot is free.',
  toRefund: (amount: string) =>
    `The visit is paid. ${amount} of it can then be refunded to the patient, under To refund.`,
  paid: 'Money was received for this visit. What the patient paid beyond the rest can then be refunded.',
  notOver: 'Money was received for this visit. The rest of the visit still needs all of it.',
  unknown: 'This device does not know whether money was received for this visit.',
  reason: 'Reason',
  reasonNeeded: 'A reason is required.',
  cancel: 'Cancel examination',
  keep: 'Keep it',
} as const
