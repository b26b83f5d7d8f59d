import type { ProofKind } from '#domain/sharing/proof.ts'

/** Words of the question that comes before results. */
export const PROOF_WORDS = {
  label: { birth_date: 'Date of birth of the patient', pat_id: 'Patient ID' } satisfies Record<
    ProofKind,
    string
  >,
  hint: { birth_date: 'Day, month and year.', pat_id: 'It stands on the bill.' } satisfies Record<
    ProofKind,
    string
  >,
  why: 'This keeps the results private.',
  show: 'Show results',
  offline: 'Results need the network',
  failed: 'The record could not be loaded',
} as const
