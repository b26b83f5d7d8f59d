/** Words of what stands around the question that comes before results; the question's own are in parts/patient-words. */
export const PROOF_WORDS = {
  offline: 'Results need the network',
  failed: 'The record could not be loaded',
} as const
