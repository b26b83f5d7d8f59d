/**
 * What happens to an open critical result beside what people write into its record. The last two: no link went to the
 * referrer by itself, because no address is known, or because the centre has no way to send it.
 */
export const CRITICAL_STEPS = [
  'Reminded',
  'Escalated',
  'Link_Sent',
  'Read_Back',
  'Link_No_Address',
  'Link_No_Way',
] as const
export type CriticalStep = (typeof CRITICAL_STEPS)[number]

/** Limits and defaults of a client's own times, in minutes. */
export const CRITICAL_TIMES = {
  remind: { min: 5, max: 720, usual: 15 },
  escalate: { min: 10, max: 1_440, usual: 60 },
} as const

/** Days after which an open record is told to nobody any more by itself: who did not react to the steps will not to a later one. */
export const WATCHED_DAYS = 7

/** People that a client may name for what nobody has told in time. */
export const CRITICAL_CONTACTS_MAX = 20

/** A client's times since a record was opened, in minutes. */
export interface CriticalTimes {
  remind: number
  escalate: number
}

interface Told {
  told_to: string
  told_how: string
  told_on: string | null
  read_back: 0 | 1
  closed_on: string | null
}

/** True where nobody has to be reminded any more: it is closed, was read back, or a call is recorded with its time. */
export const isAnswered = ({ told_to, told_how, told_on, read_back, closed_on }: Told): boolean =>
  closed_on !== null || read_back === 1 || (told_to.trim() !== '' && told_how !== '' && told_on !== null)

/** A record, and which steps it has taken. */
export interface SteppedRecord extends Told {
  opened_on: string
  steps: readonly CriticalStep[]
}

/**
 * The step that is due now; undefined if none is, or if the record is older than a week. After a server outage the
 * later step replaces both: people who are told that a record has waited for an hour need no reminder too.
 */
export function dueStep(
  record: SteppedRecord,
  { remind, escalate }: CriticalTimes,
  now: Date,
): 'Reminded' | 'Escalated' | undefined {
  if (isAnswered(record) || record.steps.includes('Escalated')) return undefined
  const minutes = (now.getTime() - Date.parse(record.opened_on)) / 60_000
  if (minutes >= WATCHED_DAYS * 24 * 60) return undefined
  if (minutes >= escalate) return 'Escalated'
  return minutes >= remind && !record.steps.includes('Reminded') ? 'Reminded' : undefined
}

/** Why a client's times cannot be kept, by field; empty where they can. Each is inside its limits already. */
export function timesProblems({ remind, escalate }: CriticalTimes): { critical_escalate_minutes?: string } {
  return escalate > remind
    ? {}
    : { critical_escalate_minutes: 'must be longer than the time of the reminder' }
}

interface ShownStep {
  kind: CriticalStep
  told_ids: readonly string[]
}

interface Shown extends Told {
  steps?: readonly ShownStep[] | undefined
}

/** True for a record that was passed on because nobody told in time, and that still waits. */
export const isOverdue = (record: Shown): boolean =>
  !isAnswered(record) && (record.steps ?? []).some(({ kind }) => kind === 'Escalated')

/** True for a person to whom an overdue record was passed on. */
export const isPassedOnTo = (record: Shown, userId: string): boolean =>
  isOverdue(record) &&
  (record.steps ?? []).some(({ kind, told_ids }) => kind === 'Escalated' && told_ids.includes(userId))
