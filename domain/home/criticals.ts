import { waitsFor } from '../study/critical-rules.ts'

type Critical = { study_id: string; opened_on: string } & Parameters<typeof waitsFor>[2]

interface CriticalStudy {
  id: string
  signed_by_doctor_id: string | null
  assigned_doctor_id: string | null
}

/** The open critical results of this person: their own and overdue ones that were escalated, oldest first. */
export function criticalsOf<Row extends Critical>(
  userId: string,
  criticals: readonly Row[],
  studies: ReadonlyMap<string, CriticalStudy>,
): Row[] {
  return criticals
    .filter((one) => one.closed_on === null && waitsFor(userId, studies.get(one.study_id), one))
    .sort((a, b) => a.opened_on.localeCompare(b.opened_on))
}
