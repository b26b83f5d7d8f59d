/** Words of the patient profile screen of the house; its parts speak with patients' own words. */
export const PROFILE_WORDS = {
  title: 'Patient profile',
  offline: 'Results need the network',
  failed: 'The record could not be loaded',
  kept: (when: string) => `From this device, as the server had it ${when}.`,
} as const
