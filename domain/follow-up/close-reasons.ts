/** Why a person closes a follow-up that no study and no booking has closed. */
export const CLOSE_REASONS = [
  'Done_Elsewhere',
  'Booked_Otherwise',
  'Not_Needed',
  'Declined',
  'Not_Reached',
  'Died',
  'Other',
] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

export const CLOSE_REASON_WORDS: Readonly<Record<CloseReason, string>> = {
  Done_Elsewhere: 'Done elsewhere',
  Booked_Otherwise: 'Booked or done under another number',
  Not_Needed: 'No longer needed',
  Declined: 'Patient declined',
  Not_Reached: 'Patient cannot be reached',
  Died: 'Patient died',
  Other: 'Other',
}

/** Whether the reason says enough alone. */
export const needsNote = (reason: CloseReason): boolean => reason === 'Other' || reason === 'Not_Needed'
