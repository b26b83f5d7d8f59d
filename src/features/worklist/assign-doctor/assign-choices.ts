import type { DoctorItem } from '#contract/calls/directory.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { type AssignScope, assignScope, isAssignmentLocked } from '#domain/study/assign-rules.ts'
import type { Assignment } from '#src/sync/studies/assign-doctors.ts'
import { ASSIGN_WORDS as WORDS } from './words.ts'

/** Values of the two selects that are not doctors. */
export const KEEP = 'keep'
export const NOBODY = 'nobody'

/** What the dialog can do with the studies it was opened for. */
export interface AssignPlan {
  /** Studies that may be assigned: signed ones are left out. */
  studies: StudyRow[]
  locked: number
  /** Undefined if the person may assign none of them. */
  scope: AssignScope | undefined
}

/** Filters out signed studies, and determines whom the person may assign to all the others. */
export function planOf(studies: readonly StudyRow[], session: SessionFields): AssignPlan {
  const person = {
    isClientAdmin: session.is_client_admin === 1,
    isDoctor: session.is_doctor === 1,
    permissions: session.modules,
  }
  const open = studies.filter((study) => !isAssignmentLocked(study))
  const scopes = open.map((study) => assignScope(person, study))
  const isAnybody = scopes.every((scope) => scope === 'anybody')
  const scope = scopes.includes(undefined) ? undefined : isAnybody ? 'anybody' : 'oneself'
  return { studies: open, locked: studies.length - open.length, scope }
}

/** Returns the doctors offered by a select; for several studies also "leave as it is". */
export function doctorChoices(
  doctors: readonly DoctorItem[],
  { isMany, scope, userId }: { isMany: boolean; scope: AssignScope; userId: string },
): { value: string; label: string }[] {
  const offered = scope === 'anybody' ? doctors : doctors.filter((doctor) => doctor.id === userId)
  return [
    ...(isMany ? [{ value: KEEP, label: WORDS.keep }] : []),
    { value: NOBODY, label: WORDS.nobody },
    ...offered.map(({ id, name }) => ({ value: id, label: name })),
  ]
}

/** Returns the initial value of a select: a single study's doctor, else "leave as it is". */
export function firstChoice(studies: readonly StudyRow[], idOf: (study: StudyRow) => string | null): string {
  const [only, ...others] = studies
  return only && others.length === 0 ? (idOf(only) ?? NOBODY) : KEEP
}

/** Converts the chosen values to an assignment. */
export function assignmentOf(writing: string, signing: string): Assignment {
  const idOf = (value: string) => (value === NOBODY ? null : value)
  return {
    ...(writing === KEEP ? {} : { assigned_doctor_id: idOf(writing) }),
    ...(signing === KEEP ? {} : { signed_by_doctor_id: idOf(signing) }),
  }
}
