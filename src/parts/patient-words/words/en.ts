import { pluralIn } from '#domain/language/plural.ts'
import type { ProofKind } from '#domain/sharing/proof.ts'
import { REPORT_STATUS_TABLE, type ReportStatus } from '#domain/status/report-status.ts'
import type { TimeLanguage } from '#src/ui/dates/time-language.ts'

/** Refusal codes that these pages know; all others are `other`. */
export type KnownRefusal =
  | 'not_found'
  | 'link_over'
  | 'link_revoked'
  | 'link_again'
  | 'no_report'
  | 'record_incomplete'
  | 'unpaid'
  | 'proof_needed'
  | 'proof_wrong'

/** The words of the pages that patients read in their own language (docs/languages.md). */
export interface PatientWords {
  product: string
  /** The label of the language select. */
  language: string
  offline: string
  retry: string
  /** A time at the place, and on the reader's clock at that moment. */
  inBoth: (there: string, zone: string, here: string) => string
  refusals: Record<KnownRefusal | 'other', string> & { throttled: (minutes: number) => string }
  /** Words of the calendar beside a date; `problem` says how to write a date. */
  dates: Record<
    | 'hint'
    | 'openCalendar'
    | 'calendar'
    | 'today'
    | 'clear'
    | 'previous'
    | 'next'
    | 'chooseMonth'
    | 'problem',
    string
  > & { notBefore: (day: string) => string; notAfter: (day: string) => string }
  /** Words of the clock beside a time. */
  times: Omit<TimeLanguage, 'clock' | 'format'>
  sexes: Record<'M' | 'F', string>
  ages: Record<'Y' | 'M' | 'W' | 'D', (count: number) => string>
  reportStatus: Record<ReportStatus, string>
  shared: {
    title: string
    from: (centre: string) => string
    again: string
    failed: string
    loading: string
    facts: Record<'patient' | 'id' | 'sexAge' | 'study' | 'date' | 'branch' | 'status', string>
    /** Separates the sex and the age. */
    comma: string
    viewImage: string
    viewReport: string
    noViewer: string
    noReport: string
    until: (when: string) => string
  }
  /** The question asked before results are shown. */
  proof: { label: Record<ProofKind, string>; hint: Record<ProofKind, string>; why: string; show: string }
  /** A filed report as paper. */
  filed: {
    title: string
    close: string
    download: string
    failed: string
    paperLabel: string
    noViewer: string
    making: (percent: number) => string
  }
  /** The page around a consent form; the form itself uses the centre's languages. */
  consent: Record<'title' | 'again' | 'failed', string>
  /** The display in a waiting hall. */
  queue: {
    title: string
    machines: string
    next: string
    nobodyNext: string
    bring: string
    free: string
    scanning: string
    left: string
    over: string
    slides: (now: number, all: number) => string
    down: (since: string) => string
    loading: string
    waiting: string
    unknown: string
    unknownHint: string
    banner: string
  }
}

const plural = pluralIn('en')
const count = (one: string) => (n: number) => `${n} ${plural(n, { one, other: `${one}s` })}`

export const ENGLISH: PatientWords = {
  product: 'Readroom',
  language: 'Language',
  offline: 'There is no network now. Try again when it is back.',
  retry: 'Try again',
  inBoth: (there, zone, here) => `${there} ${zone} (${here} your time)`,
  refusals: {
    not_found: 'This link is not valid. Ask the centre for a new one.',
    link_over: 'This link has expired. Ask the centre for a new one.',
    link_revoked: 'The centre has withdrawn this link. Ask for a new one.',
    link_again: 'Open the link from your message again.',
    no_report: 'There is no report behind this link.',
    record_incomplete: 'The centre must complete this record first.',
    unpaid: 'The centre releases these results once the bill is paid.',
    proof_needed: 'Please verify your identity first.',
    proof_wrong: 'This does not match. Look at it again.',
    throttled: (minutes) => `Too many attempts. Try again in ${count('minute')(minutes)}.`,
    other: 'Something went wrong at the centre. Try again, or ask there.',
  },
  dates: {
    hint: 'DD MMM YYYY',
    openCalendar: 'Open calendar',
    calendar: 'Calendar',
    today: 'Today',
    clear: 'Clear',
    previous: 'Previous',
    next: 'Next',
    chooseMonth: 'Choose month and year',
    problem: 'Type a date such as 23 Nov 2026 or 23/11/2026.',
    notBefore: (day) => `Choose ${day} or later.`,
    notAfter: (day) => `Choose ${day} or earlier.`,
  },
  times: {
    open: 'Open clock',
    panel: 'Times',
    hint: 'hh:mm AM',
    now: 'Now',
    clear: 'Clear',
    problem: {
      unreadable: 'Type a time such as 2:05 PM, 14:05 or 930.',
      no_such_time: 'There is no such time of day.',
    },
  },
  sexes: { M: 'Male', F: 'Female' },
  ages: { Y: count('year'), M: count('month'), W: count('week'), D: count('day') },
  reportStatus: {
    Pending: REPORT_STATUS_TABLE.Pending.label,
    Draft: REPORT_STATUS_TABLE.Draft.label,
    ReadyForSign: REPORT_STATUS_TABLE.ReadyForSign.label,
    Signed: REPORT_STATUS_TABLE.Signed.label,
    Verified: REPORT_STATUS_TABLE.Verified.label,
  },
  shared: {
    title: 'Shared study',
    from: (centre) => `${centre} shares an examination with you.`,
    again: 'Open the link from your message again: this page keeps nothing of it.',
    failed: 'This link does not open',
    loading: 'Looking the link up …',
    facts: {
      patient: 'Patient',
      id: 'Patient ID',
      sexAge: 'Sex and age',
      study: 'Examination',
      date: 'Date',
      branch: 'Centre',
      status: 'Report',
    },
    comma: ', ',
    viewImage: 'View Image',
    viewReport: 'View Report',
    noViewer: 'Images of this examination are not shown outside the centre.',
    noReport: 'The report is not part of this link, or not filed yet.',
    until: (when) => `This link ends ${when}.`,
  },
  proof: {
    label: { birth_date: 'Date of birth of the patient', pat_id: 'Patient ID' },
    hint: { birth_date: 'Day, month and year.', pat_id: 'It is printed on the bill.' },
    why: 'This keeps the results private.',
    show: 'Show results',
  },
  filed: {
    title: 'Report',
    close: 'Close',
    download: 'Download',
    failed: 'The report could not be shown',
    paperLabel: 'The report as it is printed',
    noViewer: 'This browser shows no PDF here. Download the report to see it.',
    making: (percent) => `Setting the pages … ${percent} %`,
  },
  consent: {
    title: 'Consent form',
    again: 'Open the link from your message, or scan the code, once more: this page keeps nothing of it.',
    failed: 'This form does not open',
  },
  queue: {
    title: 'Queue',
    machines: 'Now',
    next: 'Next Patient',
    nobodyNext: 'Nobody waits.',
    bring: 'BRING',
    free: 'Free',
    scanning: 'In progress',
    left: 'Time left',
    over: 'A little longer',
    slides: (now, all) => `${now} / ${all}`,
    down: (since) => `No connection since ${since}. This list is of that time; ask at the desk.`,
    loading: 'The queue is being fetched.',
    waiting: 'There is no connection to the centre yet. The queue appears as soon as there is one.',
    unknown: 'This queue display does not exist.',
    unknownHint: 'Open the display again from Que Screens.',
    banner: 'Banner of the centre',
  },
}
