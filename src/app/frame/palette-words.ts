/** Words of the palette, separate from those of the shell, which the sign-in form loads too. */
export const PALETTE_WORDS = {
  hint: 'Go to a screen, or find a patient, visit, receipt or study',
  nothing: 'Nothing found',
  screens: 'Screens',
  studies: 'Studies',
  onDevice: 'Studies on this device',
  patients: 'Patients',
  visits: 'Visits on this device',
  receipt: (number: string) => `Receipt ${number}`,
} as const
