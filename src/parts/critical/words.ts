import type { CriticalStepRow, TOLD_HOW } from '#contract/calls/study-parts.ts'
import type { CriticalStep } from '#domain/study/critical-steps.ts'

/** Words of critical results. */
export const CRITICAL_WORDS = {
  title: 'Critical results',
  none: 'No critical result was recorded for this study.',
  noneHint: 'A critical tag opens one.',
  open: 'Open',
  closed: 'Closed',
  openedBy: (name: string, time: string) => `Opened by ${name}, ${time}`,
  closedBy: (name: string, time: string) =>
    name === '' ? `Closed by the referrer’s confirmation, ${time}` : `Closed by ${name}, ${time}`,
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
  conflict: 'Somebody else changed this record in the meantime. Their values are shown; yours are kept here:',
  enterMine: 'Enter mine again',
  how: {
    Phone: 'Phone',
    In_Person: 'In person',
    Message: 'Message',
    E_mail: 'E-mail',
  } satisfies Record<(typeof TOLD_HOW)[number], string>,
  needsYou: 'Critical results to tell',
  needsYouHint: 'Tell somebody and record it here; it stays until it is closed.',
  overdue: 'Overdue',
  overdueOnly: (count: number) => `Overdue only (${count})`,
  steps: 'What happened since',
  step: {
    Reminded: ({ told }) => `Reminded: ${told}`,
    Escalated: ({ told }) => `No call was recorded in time. Passed on to ${told}`,
    Link_Sent: ({ told, by }) =>
      by === '' ? `A link was sent to ${told} automatically` : `${by} sent a link to ${told}`,
    Read_Back: ({ told }) => `${told} read the result by the link and confirmed it`,
    Link_No_Address: ({ told }) =>
      `No link was sent automatically: no e-mail address or mobile number of ${told || 'the referrer'} is known`,
    Link_No_Way: ({ told }) =>
      `No link was sent to ${told || 'the referrer'} automatically: your centre has no way to send it`,
  } satisfies Record<CriticalStep, (step: Pick<CriticalStepRow, 'told' | 'by'>) => string>,
  link: {
    open: 'Send the referrer a link',
    hint: 'The message names no patient. Whoever opens the link reads the lines below and confirms them with one press, which closes this record. It works once, for 24 hours.',
    name: 'To whom',
    channel: 'By',
    finding: 'What the referrer reads',
    send: 'Send link',
    cancel: 'Cancel',
    offline: 'Sending a link needs the network. Tell the referrer by telephone.',
    unsent: 'What you recorded here is not on the server yet. The link can be sent then.',
    noWay: 'Your centre has not set up e-mail, SMS or WhatsApp. Tell the referrer by telephone.',
    loadFailed: 'The contacts could not be loaded',
  },
  nameless: 'A study that is not on this device',
  record: 'Record',
} as const
