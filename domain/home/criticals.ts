import { ownerOfCritical } from '../study/critical-rules.ts'

interface Critical {
  study_id: string
  doctor_id: string | null
  closed_on: string | null
  opened_on: string
}

interface CriticalStudy {
  id: string
  signed_by_doctor_id: string | null
  assigned_doctor_id: string | null
}

/** The critical results that are this doctor's to tell somebody of, the oldest first. */
export function criticalsOf<Row extends Critical>(
  userId: string,
  criticals: readonly Row[],
  studies: ReadonlyMap<string, CriticalStudy>,
): Row[] {
  return criticals
    .filter((one) => one.closed_on === null && ownerOfCritical(studies.get(one.study_id), one) === userId)
    .sort((a, b) => a.opened_on.localeCompare(b.opened_on))
}
