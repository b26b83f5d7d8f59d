/** Words of the staff's patient profile screen; its parts use the patients' words. */
export const PROFILE_WORDS = {
  title: 'Patient profile',
  offline: 'Results need the network',
  failed: 'The record could not be loaded',
  kept: (when: string) => `From this device, as the server had it ${when}.`,
} as const
