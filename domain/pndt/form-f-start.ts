import { type ConsentFact, standingConsents } from '../consent/standing-consent.ts'
import { FORM_F_IDS, type FormFPart } from './form-f.ts'

/** A branch as far as Form F asks of it. */
export interface PndtBranch {
  pndt_applies: boolean
  /** One a line. */
  pndt_doctors: string
}

/** The doctors that a branch's registration names. */
export const pndtDoctors = ({ pndt_doctors }: Pick<PndtBranch, 'pndt_doctors'>): string[] =>
  pndt_doctors
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** An examination that is to be started. */
export interface StartedExam {
  name: string
  isObstetric: boolean
  /** Section C is kept for it too. */
  isInvasive: boolean
  /** Undefined where none is chosen. */
  machine: { name: string; registrationNo: string } | undefined
}

/** What is known when an examination of a visit is started. */
export interface FormFGround {
  branch: PndtBranch
  gender: string
  exams: readonly StartedExam[]
  consents: readonly (ConsentFact & { signer_name: string })[]
}

export const isWoman = (gender: string): boolean => gender.trim().toLowerCase().startsWith('f')

/** True where these examinations need a Form F. */
export const needsFormF = ({ branch, exams }: Pick<FormFGround, 'branch' | 'exams'>): boolean =>
  branch.pndt_applies && exams.some(({ isObstetric }) => isObstetric)

/**
 * What stands against the start of an obstetric ultrasound, a sentence each; empty where it may start, or where Form F
 * does not apply. The desk, the server and the register ask this one rule (docs/form-f.md#before-the-scan).
 */
export function formFMissing(ground: FormFGround): string[] {
  if (!needsFormF(ground)) return []
  const { gender, exams } = ground
  if (!isWoman(gender))
    return [`It is for a pregnant woman, and this patient is registered as ${gender.trim() || 'of no sex'}.`]
  return [...exams.filter(({ isObstetric }) => isObstetric).flatMap(machineMissing), ...partsMissing(ground)]
}

function machineMissing({ name, machine }: StartedExam): string[] {
  if (!machine) return [`No machine is chosen for ${name}.`]
  return machine.registrationNo.trim() === ''
    ? [`The machine ${machine.name} has no PC-PNDT registration number.`]
    : []
}

function partsMissing({ branch, exams, consents }: FormFGround): string[] {
  const doctors = pndtDoctors(branch)
  const signed = (part: FormFPart) => standingConsents(consents, FORM_F_IDS[part])[0]
  const needed = exams.some(({ isObstetric, isInvasive }) => isObstetric && isInvasive)
    ? (['doctor', 'invasive'] as const)
    : (['doctor'] as const)
  const strangers = needed
    .map((part) => signed(part)?.signer_name)
    .filter((name) => name !== undefined && !doctors.includes(name))
  return [
    ...(signed('woman') ? [] : ['The pregnant woman’s part is not filled and signed.']),
    ...needed.filter((part) => !signed(part)).map((part) => NOT_SIGNED[part]),
    ...[...new Set(strangers)].map((name) => `${name} is not on the PC-PNDT registration of the branch.`),
  ]
}

const NOT_SIGNED = {
  doctor: 'The doctor’s part is not filled in and signed.',
  invasive: 'Section C (invasive procedure) is not filled in and signed.',
} as const

/** Of the register: what is written after the scan. */
export const NO_RESULT = 'The result is not written and signed.'
export const NO_INVASIVE_RESULT = 'The result of the invasive procedure is not written and signed.'

/** How a refused start says it, or a refused end of a scan. */
export const formFRefusal = (missing: readonly string[], refused: 'started' | 'completed'): string =>
  `Form F is not complete, so this ultrasound cannot be ${refused}. ${missing.join(' ')}`
