/** Words of the texts that no change carries yet. */
export const UNSAVED_WORDS = {
  title: 'Typed and not saved',
  hint: 'These texts are on this device only.',
  typed: (time: string) => `Typed ${time}.`,
  byItself: 'It is saved automatically within a minute.',
  byPerson: 'Only you can save it: open it.',
  openReport: 'Open the report',
  openVisit: 'Open the visit',
} as const
