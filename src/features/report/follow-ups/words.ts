import { APP_KEYS } from '#src/ui/keys/app-keys.ts'

const KEY = APP_KEYS.followUp.shown.join('+')

/** Words of the follow-ups that a report asks for (docs/reports.md#follow-ups). */
export const FOLLOW_UP_WORDS = {
  label: 'Follow-ups in the Recommendation',
  due: (day: string, last: string) => (day === last ? `due ${day}` : `due ${day} to ${last}`),
  proposed: 'Follow-up?',
  withSignature: 'Goes with your signature',
  set: 'Follow-up set',
  closed: (reason: string) => `Follow-up closed (${reason}):`,
  choose: `Set follow-up (${KEY})`,
  drop: 'Leave out',
  setNow: `Set follow-up (${KEY})`,
  noRight: 'A follow-up is set by who may sign this report.',
  twoTexts: 'Choose one of the two texts first.',
  nothingFound:
    'The Recommendation asks for no follow-up that can be recognised, such as "CT chest in 3 months".',
  notKept: `The report is signed, but this device could not keep the follow-up. Press ${KEY} in the signed report.`,
} as const
