import type { TOLD_HOW } from '#contract/calls/study-parts.ts'

/** Words of critical results. */
export const CRITICAL_WORDS = {
  title: 'Critical results',
  none: 'No critical result was recorded for this study.',
  noneHint: 'A critical tag opens one.',
  open: 'Open',
  closed: 'Closed',
  openedBy: (name: string, time: string) => `Opened by ${name}, ${time}`,
  closedBy: (name: string, time: string) => `Closed by ${name}, ${time}`,
  toldTo: 'Who was told',
  toldHow: 'How',
  toldOn: 'When',
  now: 'Now',
  readBack: 'The result was read back',
  notReadBack: 'Not read back',
  note: 'Note, or the reason why nobody needs to be told',
  save: 'Save',
  close: 'Close record',
  noRight: 'This record is for the doctor of the study.',
  onDevice: 'On this device',
  conflict:
    'Somebody else changed this record meanwhile. What is shown is theirs; what you entered is kept here:',
  enterMine: 'Enter mine again',
  how: {
    Phone: 'Phone',
    In_Person: 'In person',
    Message: 'Message',
    E_mail: 'E-mail',
  } satisfies Record<(typeof TOLD_HOW)[number], string>,
  needsYou: 'Critical results to tell',
  needsYouHint: 'Tell somebody and record it here; it stays until it is closed.',
  nameless: 'A study that is not on this device',
  record: 'Record',
} as const
