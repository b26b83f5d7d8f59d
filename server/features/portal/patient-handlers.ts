import type { patientCalls } from '#contract/calls/patients.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { demandReportReader, patientReport } from './patient-report.ts'
import { demandDetailReader, patientDetail } from './public/patient-detail.ts'
import { proofAsked } from './public/proof.ts'
import { selectMyPatients } from './referred-patients.ts'

/** Checked before the input is parsed; the patient is checked with the record. */
export const PATIENT_DEMANDS: DemandsFor<typeof patientCalls> = {
  studyPatientDtl: demandDetailReader,
  filedReport: demandReportReader,
  myPatients: ({ isRefDoctor }) => {
    if (!isRefDoctor) throw new Refusal('not_permitted')
  },
}

/** Handlers of contract/calls/patients: for patients, referrers and people who manage the portal. */
export const patientHandlers: HandlersFor<typeof patientCalls> = {
  studyPatientDtl: async (input, ctx) => ({ result: await patientDetail(input, ctx) }),
  proofAsked: async (_, ctx) => ({ result: await proofAsked(ctx) }),
  filedReport: async (input, ctx) => ({ result: await patientReport(ctx, input.study_id) }),
  myPatients: async (input, ctx) => {
    const { rows, matching } = await selectMyPatients(ctx, input)
    await ctx.audit('read', 'my_patients', undefined, { rows: rows.length })
    const page = {
      start: (input.p - 1) * input.ps,
      total: rows.length,
      total_records: matching,
      cur_page: input.p,
    }
    return { result: { data: rows, page } }
  },
}
