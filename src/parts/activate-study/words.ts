/** Words of activating a study for its patient (docs/studies.md#dialogs). */
export const ACTIVATE_WORDS = {
  title: 'Activate Study For Patient',
  about: (name: string, study: string) => `${name}: ${study}`,
  days: 'For how long',
  daysOption: (days: number) => `${days} days`,
  custom: 'Custom',
  customDays: 'Days',
  note: 'The patient sees the images at once and the report once it is signed.',
  activate: 'Activate',
  activated: 'Activated: on this device, on its way to the server.',
  deactivate: 'Deactivate',
  deactivateTitle: 'Deactivate for the patient',
  deactivateQuestion: (name: string, study: string) =>
    `${name} will no longer see ${study} in the portal. Links of this activation end as well.`,
  deactivated: 'Deactivated: on this device, on its way to the server.',
  nameless: 'No name',
  noDescription: 'this study',
  labelActivate: (study: string) => `Activate ${study} for its patient`,
  labelDeactivate: (study: string) => `Deactivate ${study} for its patient`,
} as const
