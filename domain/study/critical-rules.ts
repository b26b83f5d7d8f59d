import type { AiStatus } from '../status/ai-status.ts'
import { isPassedOnTo } from './critical-steps.ts'

/** The record of reporting a critical result. */
export interface CriticalRecord {
  told_to: string
  told_how: string
  told_on: string | null
  note: string
}

interface Doctors {
  signed_by_doctor_id: string | null
  assigned_doctor_id: string | null
}

/**
 * The owner of a critical result: the study's current doctor, whoever it was when the result was found. If the study
 * has no doctor, or the caller lacks the study, it is the person that the record names.
 */
export function ownerOfCritical(
  study: Doctors | undefined,
  { doctor_id }: { doctor_id: string | null },
): string | null {
  return study?.signed_by_doctor_id ?? study?.assigned_doctor_id ?? doctor_id
}

/** Whether a record is among a user's open tasks: its owner's, and those of people it was escalated to. */
export const waitsFor = (
  userId: string,
  study: Doctors | undefined,
  record: { doctor_id: string | null } & Parameters<typeof isPassedOnTo>[0],
): boolean => ownerOfCritical(study, record) === userId || isPassedOnTo(record, userId)

/** Why a critical result cannot be closed, in the words that are shown. */
export type CloseProblem = keyof typeof CLOSE_PROBLEMS

export const CLOSE_PROBLEMS = {
  nobody: 'Enter who was told, or a note why nobody needs to be told.',
  how: 'Enter how the person was told.',
  when: 'Enter when the person was told.',
} as const

/** Why nobody can have been told at that moment, as a sentence; undefined if it is possible. `now` is an instant. */
export function findToldProblem({ told_on }: Pick<CriticalRecord, 'told_on'>, now: Date): string | undefined {
  return told_on !== null && Date.parse(told_on) > now.getTime() ? TOLD_LATER : undefined
}

const TOLD_LATER = 'When lies in the future: enter when the person was told.'

/**
 * Whether a critical result may be closed: somebody was told, how and when; or a reason is noted why nobody needs to
 * be. Undefined if it may.
 */
export function findCloseProblem({
  told_to,
  told_how,
  told_on,
  note,
}: CriticalRecord): CloseProblem | undefined {
  if (told_to.trim() === '') return note.trim() === '' ? 'nobody' : undefined
  if (told_how === '') return 'how'
  return told_on === null ? 'when' : undefined
}

/** The part of a study with an AI company's verdict. */
interface AiJudged {
  tag_critical: string
  ai_report: { status: AiStatus; critical?: 0 | 1 | undefined } | null
}

/** True while an AI company calls the study critical, nobody rejected that, and it has no critical tag. */
export function isAiCriticalOpen({ tag_critical, ai_report }: AiJudged): boolean {
  return tag_critical === '' && ai_report?.critical === 1 && ai_report.status !== 'Rejected'
}
