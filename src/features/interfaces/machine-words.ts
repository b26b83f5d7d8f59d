import type { SoughtExam } from '#contract/calls/machine-view.ts'
import { SERVICE_STATUS_TABLE } from '#domain/status/service-status.ts'
import type { WorklistReason } from '#domain/study/dicom/worklist-reasons.ts'
import { formatDay } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'

/** The words of "What would this machine see now?". */
export const MACHINE_VIEW_WORDS = {
  title: 'What would this machine see now?',
  subtitle: 'The worklist that an AE title gets, and why an examination is missing',
  back: 'Back to Interfaces',
  offline: 'The worklist of a machine needs the network.',
  machine: 'AE title of the machine',
  machineHint: 'Choose one or type it',
  lastSeen: (when: string) => `last asked ${when}`,
  neverSeen: 'never asked',
  noMachine: 'no active machine',
  mode: 'Question',
  asAsked: 'As it asked last',
  own: 'Your own',
  day: 'Day',
  dayHint: 'Empty: 7 days before and after now',
  any: 'Empty: any',
  modality: 'Modality',
  patient: 'Patient number',
  accession: 'Accession number',
  ownTitle: 'Only examinations at this title',
  number: 'Find a missing examination',
  numberHint: 'Accession, patient or visit number',
  show: 'Show',
  needsMachine: 'Choose an AE title first',
  audited: 'Each query is recorded in the audit trail.',
  answer: 'Answer',
  count: (n: number) => (n === 1 ? '1 examination' : `${n} examinations`),
  first: (n: number) => `The first ${n} are shown.`,
  leftOut: (n: number) =>
    `${n === 1 ? '1 examination' : `${n} examinations`} cannot be written as DICOM and ${n === 1 ? 'is' : 'are'} left out.`,
  letters: (set: string) => `Answered in ${set === '' ? 'ASCII (ISO_IR 6)' : set}.`,
  asked: (when: string) => `Asked by the machine ${when}:`,
  composed: 'Asked:',
  everything: 'no value, so everything near today',
  unheard: 'The machine never asked: all attributes are shown, in UTF-8 unless its profile says otherwise.',
  nothing: 'The machine gets nothing',
  none: 'No examination matches the question',
  noneHint: 'Look for one by its number to read why it is missing.',
  list: 'Examinations that the machine gets',
  columns: {
    time: 'Time',
    patient: 'Patient',
    id: 'Patient number',
    accession: 'Accession number',
    modality: 'Modality',
    station: 'AE title',
    description: 'Description',
  },
  notAsked: 'not asked for',
  item: 'Item of the worklist',
  here: 'Stands here as',
  changed: 'cut or in other letters',
  sought: 'Why is it missing?',
  noSought: 'No examination has this number',
  noSoughtHint: 'Enter an accession, patient or visit number of this client as a whole.',
  isGiven: 'The machine gets it.',
  isMissing: 'Missing',
  isShown: 'On the worklist',
  facts: ({ visit_no, accession_no, branch }: SoughtExam) =>
    [accession_no && `Accession ${accession_no}`, `Visit ${visit_no}`, branch].filter(Boolean).join(' · '),
} as const

/** A requested AE title and a missing examination. */
interface Missing {
  aet: string
  exam: SoughtExam
}

const dayOf = ({ start_dt, time_zone }: SoughtExam) => formatDay(dayAt(new Date(start_dt), time_zone))

/** The text of each reason; reasons that block the whole worklist say what to do. */
const REASONS: Record<WorklistReason, (missing: Missing) => string> = {
  switched_off: () =>
    'This server answers no machines: it was started without a worklist port (READROOM_WORKLIST_PORT).',
  restarting: () =>
    'The worklist has stopped and is being started again. Until then machines are refused; the log of the server says why.',
  no_module: () => 'The appointment system of the client is switched off, and its worklist with it.',
  called_unset: () =>
    'The client has no title that machines can call. Enter a Worklist AE title in Settings, Front Desk.',
  called_shared: () =>
    'Another client has the same Worklist AE title, so no machine gets an answer. Enter a different title in Settings, Front Desk.',
  unknown_machine: ({ aet }) =>
    `No active machine has the AE title ${aet}: it is refused. Enter the title with the machine of its department.`,
  too_many: () =>
    'The query matches more than 500 examinations, so the machine is told to narrow it: by day, modality or its own AE title.',
  no_examination: () => 'It is a consumable, not an examination.',
  not_started: ({ exam }) =>
    `It is ${SERVICE_STATUS_TABLE[exam.status].label}. Machines get it once its visit is started and it is Ready to Scan.`,
  cancelled: () => 'It is cancelled.',
  completed: () => 'Its scan is completed.',
  no_machine: () => 'It has no machine.',
  other_branch: ({ aet, exam }) =>
    `It is at ${exam.branch}, where no active machine has the AE title ${aet}.`,
  too_far: ({ exam }) =>
    `It is on ${dayOf(exam)}. A question without a day is answered with 7 days before and after now.`,
  other_day: ({ exam }) => `It is on ${dayOf(exam)}, and another day is asked for.`,
  other_modality: ({ exam }) =>
    `Its modality is ${exam.modality === '' ? 'not known' : exam.modality}, and another one is asked for.`,
  other_machine: ({ exam }) =>
    exam.aet === ''
      ? 'An AE title is asked for, and it has none.'
      : `It is at ${exam.machine} (${exam.aet}), and another AE title is asked for.`,
  other_accession: () => 'Another accession number is asked for.',
  other_patient: () => 'Another patient number is asked for.',
  not_matched: () =>
    'It lacks a requested value. Machines know numbers by their first 16 or 64 letters, and names as they are stored here.',
  cannot_be_written: ({ exam }) =>
    `It cannot be written as DICOM${exam.detail === '' ? '' : ` (${exam.detail})`}: it is left out, and the others are sent.`,
}

/** Returns a reason as text. */
export const wordsOfReason = (reason: WorklistReason, missing: Missing): string => REASONS[reason](missing)

/** Returns the text why a machine receives nothing at all. */
export function wordsOfRefusal(reason: WorklistReason, aet: string): string {
  return wordsOfReason(reason, { aet, exam: NO_EXAM })
}

const NO_EXAM: SoughtExam = {
  id: '',
  name: '',
  patient: '',
  pat_id: '',
  visit_no: '',
  accession_no: '',
  branch: '',
  machine: '',
  aet: '',
  modality: '',
  status: 1,
  start_dt: new Date(0).toISOString(),
  time_zone: 'UTC',
  reasons: [],
  detail: '',
}
