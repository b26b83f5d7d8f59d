import type { studyEditCalls } from '#contract/calls/study-edit.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { canSplitOrDelete } from '#domain/study/study-rules.ts'
import type { Context } from '#server/kernel/context.ts'
import { notifyAssigned } from '../notifications/public/events.ts'
import { selectReportsOfStudy } from '../reports/public/store.ts'
import { insertStudy } from '../studies/public/insert-study.ts'
import { identityAfterUnlink } from '../studies/public/kept-identity.ts'
import { getStudyRow } from '../studies/public/store.ts'
import { changeStudy, type LockedStudy, lockStudy } from '../studies/public/write-store.ts'
import { findStudy } from './public/store.ts'

type SplitInput = ParsedInputOf<typeof studyEditCalls.splitStudy>

/**
 * Handles study/splitStudy: one DICOM study with two examinations becomes two rows of the same images, each with its
 * own description, accession number and reports (docs/decisions/080). Existing texts stay with the first.
 */
export async function splitStudy(
  input: SplitInput,
  ctx: Context,
): Promise<OutputOf<typeof studyEditCalls.splitStudy>> {
  const study = await lockStudy(ctx, input.study_id)
  const known = await findStudy(ctx.tx, study.client_id, input.new_study_id)
  if (known && known.split_from_id !== study.id) throw new Refusal('id_reused')
  if (!known) await split(ctx, study, input)
  return {
    message: 'Saved successfully',
    result: {
      study: await getStudyRow(ctx.tx, ctx.caller.clientId, study.id, ctx.now),
      new_study: await getStudyRow(ctx.tx, ctx.caller.clientId, input.new_study_id, ctx.now),
    },
  }
}

async function split(ctx: Context, study: LockedStudy, input: SplitInput): Promise<void> {
  const reports = await selectReportsOfStudy(ctx.tx, study.id)
  if (!canSplitOrDelete([study.status, ...reports.map((report) => report.status)]))
    throw new Refusal('already_signed', 'A study with a signed report cannot be split.')
  const { new_study_id: id, first, second } = input
  await changeStudy(ctx, study, { ...first, edited_on: ctx.now })
  await insertStudy(ctx, { ...sharedColumns(study), ...second, id, edited_on: ctx.now })
  await notifyAssigned(ctx, undefined, { ...study, id })
  await ctx.audit('split', 'study', study.id, { new_study_id: id })
}

// Returns the columns that both rows share: patient, images, place and doctors. Status, tags and the link to a
// visit's service are separate: the new row is not linked, so it has the machine's values until somebody links it
// (docs/decisions/277).
function sharedColumns(study: LockedStudy) {
  return {
    client_id: study.client_id,
    study_iuid: study.study_iuid,
    split_from_id: study.id,
    pacs_id: study.pacs_id,
    branch_id: study.branch_id,
    src_aet: study.src_aet,
    pat_id: study.pat_id,
    pat_name: study.pat_name,
    pat_sex: study.pat_sex,
    pat_birthdate: study.pat_birthdate,
    patient_id: study.patient_id,
    study_datetime: study.study_datetime,
    received_datetime: study.received_datetime,
    modality: study.modality,
    no_of_img: study.no_of_img,
    ref_physician: study.ref_physician,
    tat: study.tat,
    assigned_doctor_id: study.assigned_doctor_id,
    assigned_on: study.assigned_on,
    signed_by_doctor_id: study.signed_by_doctor_id,
    payment_status: study.payment_status,
    dicom_header: JSON.stringify(study.dicom_header),
    ...(study.visit_service_id !== null && {
      ...identityAfterUnlink(study),
      patient_id: null,
      payment_status: '',
    }),
  }
}
