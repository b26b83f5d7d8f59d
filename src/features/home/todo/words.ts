import type { TodoKind } from '#domain/home/todo.ts'

const NUMBER = new Intl.NumberFormat('en-US')
const one = (n: number, single: string, several: string) => (n === 1 ? single : several)

/** Words of what a person has to do now. */
export const TODO_WORDS = {
  title: 'To do now',
  number: (n: number) => NUMBER.format(n),
  nothing: 'Nothing is waiting for you right now.',
  nothingHint: 'New items for you appear here automatically.',
  /** The text after the number. */
  lines: {
    conflicts: (n) => `${one(n, 'report was', 'reports were')} changed by somebody else too`,
    refused: (n) => `${one(n, 'change', 'changes')} of yours that the server refused`,
    criticals: (n) => `critical ${one(n, 'result', 'results')} to communicate`,
    overdue: (n) => `${one(n, 'study is', 'studies are')} over the allowed time`,
    to_read: (n) => `${one(n, 'study', 'studies')} next to read`,
    to_sign: (n) => `${one(n, 'report', 'reports')} ready for your signature`,
    drafts: (n) => `${one(n, 'draft', 'drafts')} to finish`,
    licences: (n) => `${one(n, 'licence ends', 'licences end')} within a month or ended`,
    setup: (n) => `${one(n, 'step', 'steps')} of setting up your centre`,
    devices: (n) => `${one(n, 'device is', 'devices are')} late with work`,
    form_f_reports: (n) => `monthly Form F ${one(n, 'report', 'reports')} to send to the authority`,
    arriving: (n) => `${one(n, 'patient', 'patients')} arriving now`,
    unpaid: (n) => `${one(n, 'patient leaves', 'patients leave')} with a balance`,
    refunds: (n) => `${one(n, 'visit holds', 'visits hold')} money to refund`,
    requests: (n) => `booking ${one(n, 'request', 'requests')} to answer`,
    consents: (n) => `${one(n, 'patient has', 'patients have')} signed no form yet`,
    queue: (n) => `${one(n, 'examination', 'examinations')} in the queue`,
    unassigned: (n) => `unread ${one(n, 'study is', 'studies are')} unassigned`,
  } satisfies Record<TodoKind, (n: number) => string>,
  compared: (n: number, words: string, weekday: string) =>
    `${NUMBER.format(n)} ${one(n, 'case', 'cases')} received today, ${words} last ${weekday} by this time.`,
  entries: {
    criticals: 'Critical results to communicate',
    arriving: 'Arriving now',
    unpaid: 'Leaving with a balance',
    consents: 'No form signed yet',
    licences: 'Expiring licences',
  },
  none: 'Nothing left to do here.',
  nameless: 'No name',
  found: (tag: string, moment: string) => `${tag}, found ${moment}`,
  expected: (time: string) => `Expected at ${time}`,
  owes: (amount: string) => `${amount} to pay`,
  here: (time: string) => `Here since ${time}`,
  ends: (client: string, day: string) => `${client}, last day ${day}`,
} as const
