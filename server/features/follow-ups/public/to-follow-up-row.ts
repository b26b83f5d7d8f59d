import type { Selectable } from 'kysely'
import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import type { CloseReason } from '#domain/follow-up/close-reasons.ts'
import type { FollowUpState } from '#domain/follow-up/states.ts'
import { ageText } from '#domain/patient/age.ts'
import { dayAt } from '#domain/time/zones.ts'
import { canSeeStudy } from '#server/features/studies/public/rights.ts'
import type { Caller } from '#server/kernel/context.ts'
import type { FollowUp } from '#server/kernel/database/schema.ts'
import { seesVisits } from '#server/kernel/scopes.ts'

/** A follow-up as read, with its study and the study or visit that completes it. */
export interface FollowUpRecord extends Selectable<FollowUp> {
  study_desc: string
  study_datetime: Date
  ref_physician: string
  patient_id: string | null
  /** All records of the person and their numbers; null if there is no record. */
  patient_ids: string[] | null
  patient_numbers: string[] | null
  pat_id: string
  pat_name: string
  pat_sex: string
  pat_birthdate: string | null
  branch_id: string | null
  branch: string
  zone: string
  set_by: string | null
  closed_by: string | null
  done_id: string | null
  done_branch: string | null
  done_writer: string | null
  done_signer: string | null
  done_made: Date | null
  booked_id: string | null
  booked_branch: string | null
  booked_start: Date | null
  state: FollowUpState
}

/** Returns the wire format for this reader: of studies or visits that the reader may not see, only the day. */
export function toFollowUpRow(row: FollowUpRecord, caller: Caller): FollowUpRow {
  const done = {
    branch_id: row.done_branch,
    assigned_doctor_id: row.done_writer,
    signed_by_doctor_id: row.done_signer,
  }
  return {
    id: row.id,
    rev: row.rev,
    study_id: row.study_id,
    study_desc: row.study_desc,
    study_datetime: row.study_datetime.toISOString(),
    ref_physician: row.ref_physician,
    patient_id: row.patient_id,
    pat_id: row.pat_id,
    pat_name: row.pat_name,
    pat_age: ageText(row.pat_birthdate, dayAt(row.study_datetime, row.zone)),
    pat_sex: row.pat_sex,
    branch_id: row.branch_id,
    branch: row.branch,
    modality: row.modality,
    regions: row.regions,
    what: row.what,
    after: row.after,
    words: row.words,
    due_on: row.due_on,
    due_to: row.due_to,
    counts_from: row.counts_from,
    state: row.state,
    set_by: row.set_by ?? '',
    set_on: row.set_on.toISOString(),
    done_study_id: row.done_id !== null && canSeeStudy(caller, done) ? row.done_id : null,
    visit_id: mayOpenVisit(caller, row.booked_branch) ? row.booked_id : null,
    done_on: (row.done_made ?? row.booked_start)?.toISOString() ?? null,
    close_reason: row.close_reason as CloseReason | null,
    close_note: row.close_note,
    closed_by: row.closed_by ?? '',
    closed_on: row.closed_on?.toISOString() ?? null,
  }
}

const mayOpenVisit = (caller: Caller, branchId: string | null) =>
  branchId !== null && seesVisits(caller) && (caller.isClientAdmin || caller.branchIds.includes(branchId))
