/** Words of the texts that no change carries yet. */
export const UNSAVED_WORDS = {
  title: 'Typed and not saved',
  hint: 'These texts are on this device only.',
  typed: (time: string) => `Typed ${time}.`,
  byItself: 'It is saved automatically within a minute.',
  byPerson: 'Only you can save it: open it.',
  unreadable: 'It is damaged on this device. If that does not change, it can only be discarded.',
  openReport: 'Open the report',
  openPeer: 'Open peer learning',
  openVisit: 'Open the visit',
  copy: 'Copy text',
  copied: 'Copied',
  discard: 'Discard',
  discardTitle: 'Discard this text?',
  discardMessage: (label: string) => `“${label}” is on this device only, and will be lost for ever.`,
  discardPhrase: 'DISCARD',
  discarded: 'Discarded.',
} as const
