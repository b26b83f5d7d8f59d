import { APP_KEYS } from '#src/ui/keys/app-keys.ts'

const KEY = APP_KEYS.followUp.shown.join('+')
const OWN_KEY = APP_KEYS.ownFollowUp.shown.join('+')

/** Words of the follow-ups that a report asks for (docs/reports.md#follow-ups). */
export const FOLLOW_UP_WORDS = {
  label: 'Follow-ups in the Recommendation',
  due: (day: string, last: string) => (day === last ? `due ${day}` : `due ${day} to ${last}`),
  proposed: 'Follow-up?',
  withSignature: 'Goes with your signature',
  set: 'Follow-up set',
  closed: (reason: string) => `Follow-up closed (${reason}):`,
  notAsked: 'No longer requested:',
  close: 'Close this follow-up',
  notAskedNote: 'The signed report no longer requests it.',
  choose: `Set follow-up (${KEY})`,
  drop: 'Leave out',
  setNow: `Set follow-up (${KEY})`,
  noRight: 'Only people who may sign this report can set a follow-up.',
  twoTexts: 'Choose one of the two texts first.',
  nothingFound: `The Recommendation asks for no follow-up that can be recognised, such as "CT chest in 3 months". ${OWN_KEY} sets one in your own words.`,
  own: `Follow-up in your own words (${OWN_KEY})`,
  ownTitle: 'Follow-up in your own words',
  what: 'Examination',
  whatHint: 'CT chest with contrast',
  time: 'Time',
  day: 'Day',
  unit: 'Unit',
  ownAdd: 'Add it to your signature',
  ownSet: 'Set it',
  ownCancel: 'Cancel',
  ownHint:
    'Name the kind and the part of the body: they decide which study matches. The time counts from the examination.',
  ownReading: (what: string, due: string) => `Answered by ${what}, ${due}.`,
  ownUnread:
    'A follow-up in your own words on this device could not be read: it is not sent with your signature.',
  ownNotKept:
    'This device could not keep the follow-up in your own words: it is lost when this page is closed.',
  notKept: `The report is signed, but this device could not keep the follow-up. Press ${KEY} in the signed report.`,
} as const
