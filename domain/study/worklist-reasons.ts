/** Why the worklist of a machine does not have an examination: one member for each condition that can keep it away. */
export const WORKLIST_REASONS = [
  // The machine is given nothing at all.
  'switched_off',
  'restarting',
  'no_module',
  'called_unset',
  'called_shared',
  'unknown_machine',
  'too_many',
  // The service is not one that waits for a scan at this machine.
  'no_examination',
  'not_started',
  'cancelled',
  'completed',
  'no_machine',
  'other_branch',
  // The question leaves it out.
  'too_far',
  'other_day',
  'other_modality',
  'other_machine',
  'other_accession',
  'other_patient',
  'not_matched',
  // The machine cannot be told it.
  'cannot_be_written',
] as const
export type WorklistReason = (typeof WORKLIST_REASONS)[number]
