import type { FormFEntry } from '#contract/calls/form-f.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { REGISTER_WORDS } from './words.ts'

const { columns: NAMES } = REGISTER_WORDS

/**
 * A column of the register, in the order of the form; `width` in characters, `share` of the paper's width (0:
 * not printed).
 */
export interface RegisterColumn {
  title: string
  width: number
  share: number
  textOf: (entry: FormFEntry, zone: string, at: number) => string
}

const answer = (name: string) => (entry: FormFEntry) => entry.answers[name] ?? ''
const joined = (...texts: readonly string[]) => texts.filter((text) => text !== '').join(', ')
const moment = (instant: string | null, zone: string) =>
  instant === null ? '' : formatDateTime(new Date(instant), zone)

const lmpOf = ({ lmp_date, answers }: FormFEntry) => {
  if (lmp_date !== null) return formatDay(lmp_date)
  return answers.weeks ? `${answers.weeks} weeks` : ''
}

const NO: RegisterColumn = { title: NAMES.no, width: 6, share: 4, textOf: (_, __, at) => String(at + 1) }
const WOMAN: RegisterColumn = { title: NAMES.woman, width: 24, share: 15, textOf: ({ name }) => name }

/** Section C is empty if the ultrasound is not an invasive procedure. `share` refers to its own table on paper. */
const SECTION_C_COLUMNS: readonly RegisterColumn[] = [
  { title: NAMES.performers, width: 30, share: 15, textOf: answer('performers') },
  {
    title: NAMES.familyHistory,
    width: 34,
    share: 0,
    textOf: ({ answers }) =>
      joined(answers.familyHistory ?? '', answers.basis ?? '', answers.otherBasis ?? ''),
  },
  {
    title: NAMES.invasiveIndications,
    width: 40,
    share: 16,
    textOf: ({ answers }) => joined(answers.invasiveIndications ?? '', answers.whichIndication ?? ''),
  },
  { title: NAMES.formG, width: 16, share: 9, textOf: answer('formGOn') },
  {
    title: NAMES.invasive,
    width: 30,
    share: 13,
    textOf: ({ answers }) => joined(answers.invasiveProcedures ?? '', answers.otherInvasive ?? ''),
  },
  { title: NAMES.complications, width: 26, share: 11, textOf: answer('complications') },
  {
    title: NAMES.tests,
    width: 30,
    share: 0,
    textOf: ({ answers }) => joined(answers.tests ?? '', answers.otherTest ?? ''),
  },
  { title: NAMES.invasiveResult, width: 34, share: 9, textOf: answer('invasiveResult') },
  { title: NAMES.invasiveOn, width: 16, share: 9, textOf: answer('invasiveOn') },
  {
    title: NAMES.invasiveConveyed,
    width: 24,
    share: 0,
    textOf: ({ answers }) => joined(answers.invasiveConveyedTo ?? '', answers.invasiveConveyedOn ?? ''),
  },
  { title: NAMES.invasiveMtp, width: 20, share: 0, textOf: answer('invasiveMtp') },
]

/** The columns of section C on paper, in a separate table. */
export const SECTION_C_ON_PAPER: readonly RegisterColumn[] = [
  NO,
  { ...WOMAN, share: 14 },
  ...SECTION_C_COLUMNS.filter(({ share }) => share > 0),
]

export const REGISTER_COLUMNS: readonly RegisterColumn[] = [
  NO,
  { title: NAMES.started, width: 18, share: 11, textOf: ({ started_on }, zone) => moment(started_on, zone) },
  { title: NAMES.visit, width: 14, share: 0, textOf: ({ visit_no }) => visit_no },
  { title: NAMES.patId, width: 14, share: 0, textOf: ({ pat_id }) => pat_id },
  WOMAN,
  { title: NAMES.age, width: 6, share: 5, textOf: answer('age') },
  { title: NAMES.relative, width: 22, share: 0, textOf: answer('relative') },
  { title: NAMES.address, width: 34, share: 0, textOf: answer('address') },
  { title: NAMES.phone, width: 16, share: 0, textOf: answer('phone') },
  { title: NAMES.sons, width: 14, share: 0, textOf: answer('sons') },
  { title: NAMES.daughters, width: 14, share: 0, textOf: answer('daughters') },
  { title: NAMES.lmp, width: 16, share: 0, textOf: lmpOf },
  {
    title: NAMES.referral,
    width: 30,
    share: 14,
    textOf: ({ answers }) => answers.referrer || joined(answers.referral ?? '', answers.selfReasons ?? ''),
  },
  {
    title: NAMES.service,
    width: 26,
    share: 12,
    textOf: ({ service, is_invasive }) => (is_invasive === 1 ? REGISTER_WORDS.invasive(service) : service),
  },
  { title: NAMES.indications, width: 40, share: 0, textOf: answer('indications') },
  {
    title: NAMES.machine,
    width: 24,
    share: 0,
    textOf: ({ machine, machine_no }) => joined(machine, machine_no),
  },
  { title: NAMES.doctor, width: 26, share: 13, textOf: ({ doctor }) => doctor },
  { title: NAMES.womanOn, width: 18, share: 0, textOf: ({ woman_on }, zone) => moment(woman_on, zone) },
  { title: NAMES.doctorOn, width: 18, share: 0, textOf: ({ doctor_on }, zone) => moment(doctor_on, zone) },
  { title: NAMES.result, width: 34, share: 0, textOf: answer('result') },
  {
    title: NAMES.conveyed,
    width: 24,
    share: 0,
    textOf: ({ answers }) => joined(answers.conveyedTo ?? '', answers.conveyedOn ?? ''),
  },
  { title: NAMES.mtp, width: 20, share: 0, textOf: answer('mtp') },
  ...SECTION_C_COLUMNS.map((column) => ({ ...column, share: 0 })),
  {
    title: NAMES.missing,
    width: 50,
    share: 26,
    textOf: ({ missing }) => (missing.length === 0 ? REGISTER_WORDS.whole : missing.join(' ')),
  },
]
