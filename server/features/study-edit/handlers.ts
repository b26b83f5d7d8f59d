import type { StudyRow } from '#contract/calls/studies.ts'
import type { IdentityStepKind, studyEditCalls } from '#contract/calls/study-edit.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { ageText } from '#domain/patient/age.ts'
import { dayAt } from '#domain/time/zones.ts'
import { demandClientAdmin } from '#server/kernel/auth/demand-caller.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { findVisibleStudy, selectStudyRows } from '../studies/public/store.ts'
import { deleteStudy } from './delete-study.ts'
import { editStudy } from './edit-study.ts'
import { headerLines } from './header-lines.ts'
import { selectStudyIdsOfPerson } from './history-store.ts'
import {
  findLinkedVisit,
  findPatient,
  findStudy,
  selectEdits,
  selectHeader,
  selectUpcoming,
} from './public/store.ts'
import { splitStudy } from './split-study.ts'

/** As with comments, only administrators may delete for everybody (docs/decisions/080). */
export const STUDY_EDIT_DEMANDS: DemandsFor<typeof studyEditCalls> = { deleteStudy: demandClientAdmin }

export const studyEditHandlers: HandlersFor<typeof studyEditCalls> = {
  updatePatientDtl: editStudy,
  splitStudy,
  deleteStudy,
  previousStudies: async (input, ctx) => {
    const study = await openStudy(ctx, input.study_id, 'patient')
    const { tx, caller, now } = ctx
    const { patient_id: patientId } = study
    const ids = await selectStudyIdsOfPerson(tx, caller, study)
    const upcoming =
      input.upcoming === '1' && patientId ? await selectUpcoming(tx, caller, patientId, now) : []
    return {
      result: {
        patient: await patientOf(ctx, study),
        upcoming: upcoming.map((visit) => ({
          ...visit,
          start_dt: visit.start_dt.toISOString(),
          branch: visit.branch ?? '',
        })),
        studies: await selectStudyRows(tx, caller.clientId, ids, now),
      },
    }
  },
  examination: async (input, ctx) => {
    const study = await openStudy(ctx, input.id, 'study')
    const [visit, edits, header, stored] = [
      await findLinkedVisit(ctx.tx, ctx.caller.clientId, study.id),
      await selectEdits(ctx.tx, ctx.caller.clientId, study.id),
      await selectHeader(ctx.tx, ctx.caller.clientId, study.id),
      await findStudy(ctx.tx, ctx.caller.clientId, study.id),
    ]
    return {
      result: {
        dicom_header: headerLines(header, dayAt(ctx.now, ctx.caller.timeZone)),
        visit: visit
          ? {
              ...visit,
              start_dt: visit.start_dt.toISOString(),
              started_on: visit.started_on?.toISOString() ?? null,
              linked_on: visit.linked_on?.toISOString() ?? null,
              linked_by: visit.linked_by ?? '',
            }
          : null,
        split_from_id: stored?.split_from_id ?? null,
        edits: edits.map(({ id, edited_on, name, kind, service_id, visit_no, service, before, after }) => ({
          id,
          at: edited_on.toISOString(),
          by: name ?? '',
          kind: kind as IdentityStepKind,
          service_id,
          visit: [visit_no, service].filter(Boolean).join(' · '),
          fields: fieldLines(before as Values, after as Values),
        })),
      },
    }
  },
}

type Values = Record<string, string | null>

const fieldLines = (before: Values, after: Values) =>
  Object.keys(after).map((field) => ({
    field,
    before: before[field] ?? '',
    after: after[field] ?? '',
  }))

/** Records the read access to a patient's record in the audit trail (docs/reports.md). */
async function openStudy(ctx: Context, id: string, type: string): Promise<StudyRow> {
  const study = await findVisibleStudy(ctx.tx, ctx.caller, id, ctx.now)
  if (!study) throw new Refusal('not_found')
  await ctx.audit('read', type, study.id)
  return study
}

async function patientOf({ tx, caller, now }: Context, study: StudyRow) {
  const patient = study.patient_id ? await findPatient(tx, caller.clientId, study.patient_id) : undefined
  if (!patient) {
    const { pat_id, pat_name: name, pat_sex: gender, pat_birthdate: dob, pat_age: age } = study
    return { id: null, pat_id, name, gender, dob, age, mobile: '', email: '' }
  }
  return {
    id: patient.id,
    pat_id: patient.pat_id,
    name: `${patient.fname} ${patient.lname}`.trim(),
    gender: patient.gender,
    dob: patient.dob,
    age: ageText(patient.dob, dayAt(now, caller.timeZone)),
    mobile: patient.mobile,
    email: patient.email,
  }
}
