import { v7 as mintId } from 'uuid'
import type { SomeEditFields, studyEditCalls } from '#contract/calls/study-edit.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { birthDayProblem } from '#domain/patient/birth-day.ts'
import { EDITABLE_FIELDS, type EditableField } from '#domain/study/study-rules.ts'
import { changedFields, fieldConflicts } from '#domain/sync/field-conflicts.ts'
import type { Context } from '#server/kernel/context.ts'
import { latestDay } from '../patients/public/create-patient.ts'
import { getStudyRow } from '../studies/public/store.ts'
import { changeStudy, type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { insertEdit } from './public/store.ts'

type EditInput = ParsedInputOf<typeof studyEditCalls.updatePatientDtl>
type Fields = Pick<LockedStudy, EditableField>

/**
 * Handles study/updatePatientDtl: compares and sets field by field; keeps the previous values (docs/decisions/079).
 */
export async function editStudy(
  input: EditInput,
  ctx: Context,
): Promise<OutputOf<typeof studyEditCalls.updatePatientDtl>> {
  const study = await lockStudy(ctx, input.study_id)
  const stored = fieldsOf(study)
  const wanted = given(input.fields)
  if (wanted.pat_name?.trim() === '')
    throw new Refusal('invalid', undefined, { fields: { 'fields.pat_name': 'is required' } })
  if (fieldConflicts(stored, given(input.seen), wanted).length > 0)
    throw new Refusal('conflict', undefined, {
      current: await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now),
    })
  const changed = changedFields(stored, wanted)
  const born = changed.pat_birthdate && birthDayProblem(changed.pat_birthdate, latestDay(ctx))
  if (born)
    throw new Refusal('invalid', undefined, { fields: { 'fields.pat_birthdate': `Date of birth ${born}.` } })
  if (Object.keys(changed).length > 0) await writeEdit(ctx, study, stored, changed)
  return {
    message: 'Saved successfully',
    result: { study: await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now) },
  }
}

async function writeEdit(
  ctx: Context,
  study: LockedStudy,
  stored: Fields,
  changed: Partial<Fields>,
): Promise<void> {
  const fields = Object.keys(changed) as EditableField[]
  const after = await changeStudy(ctx, study, { ...changed, edited_on: ctx.now })
  const id = mintId()
  await insertEdit(ctx.tx, {
    client_id: study.client_id,
    id,
    study_id: study.id,
    study_rev: after.rev,
    before: JSON.stringify(Object.fromEntries(fields.map((field) => [field, stored[field]]))),
    after: JSON.stringify(changed),
    edited_by: ctx.caller.userId,
    edited_on: ctx.now,
  })
  // The values are stored in study_edit; the audit trail contains no patient data.
  await ctx.audit('edit', 'study', study.id, { fields, edit_id: id })
}

/** Returns a study's fields for comparison. */
const fieldsOf = (study: LockedStudy): Fields =>
  Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, study[field]])) as Fields

// Omitted fields stay unchanged.
const given = (fields: SomeEditFields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
