/** Why an examination is missing from a machine's worklist: one member for each possible condition. */
export const WORKLIST_REASONS = [
  // The machine gets no entries at all.
  'switched_off',
  'restarting',
  'no_module',
  'called_unset',
  'called_shared',
  'unknown_machine',
  'too_many',
  // The service is not awaiting a scan on this machine.
  'no_examination',
  'not_started',
  'cancelled',
  'completed',
  'no_machine',
  'other_branch',
  // The query excludes it.
  'too_far',
  'other_day',
  'other_modality',
  'other_machine',
  'other_accession',
  'other_patient',
  'not_matched',
  // It cannot be encoded for the machine.
  'cannot_be_written',
] as const
export type WorklistReason = (typeof WORKLIST_REASONS)[number]
