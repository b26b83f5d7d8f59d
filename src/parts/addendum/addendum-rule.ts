import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { takesAddendum } from '#domain/report/edit-type.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { ADDENDUM_WORDS } from './words.ts'

const { refusals: WHY } = ADDENDUM_WORDS

type Person = Pick<SessionFields, 'modules' | 'report_edit_type' | 'can_sign'>

/**
 * Returns whether Addendum is offered: with the permission, and if the client appends to signed reports
 * (docs/reports.md#status).
 */
export function isAddendumOffered({ modules, report_edit_type }: Person): boolean {
  return modules.includes('add_addendum') && report_edit_type === 'Addendum'
}

/** Returns why no addendum can be written now, as text for a tooltip; undefined if one can. */
export function addendumReason(person: Person, { status }: Pick<StudyRow, 'status'>): string | undefined {
  if (!person.modules.includes('add_addendum')) return WHY.noRight
  if (person.can_sign !== 1) return WHY.noSignRight
  if (!isSigned(status)) return WHY.notSigned
  return takesAddendum(person.report_edit_type, status) ? undefined : WHY.revised
}
