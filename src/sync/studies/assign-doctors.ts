import type { StudyRow } from '#contract/calls/studies.ts'
import { enqueue } from '../outbox/make/enqueue.ts'

/** The doctors to assign to a study; a missing field stays as it is, null means nobody. */
export interface Assignment {
  assigned_doctor_id?: string | null
  signed_by_doctor_id?: string | null
}

/** The queue's label. It names no patient: the item opens its study. */
const ASSIGN_LABEL = 'Assign doctor'

type Assignable = Pick<StudyRow, 'study_id' | 'assigned_doctor_id' | 'signed_by_doctor_id'>

/** Assigns studies, each by its own command; returns how many changed. Works offline. */
export async function assignDoctors(studies: readonly Assignable[], to: Assignment): Promise<number> {
  let changed = 0
  for (const { study_id, assigned_doctor_id, signed_by_doctor_id } of studies) {
    const doctors = { assigned_doctor_id, signed_by_doctor_id, ...to }
    const isSame =
      doctors.assigned_doctor_id === assigned_doctor_id && doctors.signed_by_doctor_id === signed_by_doctor_id
    if (isSame) continue
    // One at a time, so that the queue has the order of the list.
    await enqueue('assignDoctor', { study_id, ...doctors }, { label: ASSIGN_LABEL })
    changed += 1
  }
  return changed
}
