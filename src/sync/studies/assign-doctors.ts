import type { StudyRow } from '#contract/calls/studies.ts'
import { enqueue } from '../outbox/enqueue.ts'

/** Whom a study is to be assigned to; a field left out stays as it is, null is nobody. */
export interface Assignment {
  assigned_doctor_id?: string | null
  signed_by_doctor_id?: string | null
}

/** What the queue calls it. No patient is named: the item opens its study. */
const ASSIGN_LABEL = 'Assign doctor'

type Assignable = Pick<StudyRow, 'study_id' | 'assigned_doctor_id' | 'signed_by_doctor_id'>

/** Assigns studies, each by a command of its own; returns how many were changed. Works without the network. */
export async function assignDoctors(studies: readonly Assignable[], to: Assignment): Promise<number> {
  let changed = 0
  for (const { study_id, assigned_doctor_id, signed_by_doctor_id } of studies) {
    const doctors = { assigned_doctor_id, signed_by_doctor_id, ...to }
    const isSame =
      doctors.assigned_doctor_id === assigned_doctor_id && doctors.signed_by_doctor_id === signed_by_doctor_id
    if (isSame) continue
    // One after the other: the order of the queue is the order of the list.
    await enqueue('assignDoctor', { study_id, ...doctors }, { label: ASSIGN_LABEL })
    changed += 1
  }
  return changed
}
