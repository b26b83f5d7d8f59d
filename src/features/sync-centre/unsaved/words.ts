/** Words of the texts that no change carries yet. */
export const UNSAVED_WORDS = {
  title: 'Typed and not saved',
  hint: 'These texts are on this device only.',
  typed: (time: string) => `Typed ${time}.`,
  byItself: 'It is saved automatically within a minute.',
  byPerson: 'Only you can save it: open it.',
  unreadable: 'Its row on this device is damaged. If it stays so, only discarding it is left.',
  openReport: 'Open the report',
  openPeer: 'Open peer learning',
  openVisit: 'Open the visit',
  copy: 'Copy text',
  copied: 'Copied',
  discard: 'Discard',
  discardTitle: 'Discard this text?',
  discardMessage: (label: string) => `“${label}” is on this device only, and will be gone for ever.`,
  discardPhrase: 'DISCARD',
  discarded: 'Discarded.',
} as const
