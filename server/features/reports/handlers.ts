import type { reportCalls } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { demandDoctor } from '#server/kernel/auth/demand-caller.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { findVisibleStudy } from '../studies/public/store.ts'
import { updateNoOfReports } from './number-of-reports.ts'
import { assignDoctor } from './public/assign-doctor.ts'
import { paper } from './public/paper.ts'
import { canReadReport, canSignReport, canVerifyReport, canWriteReport } from './public/rights.ts'
import { saveReport } from './public/save-report.ts'
import { selectReportsOfStudy } from './public/store.ts'
import { selectHistory } from './public/version-store.ts'
import { saveAddendum } from './save-addendum.ts'
import { verifyReport } from './verify-report.ts'

/** Checked before the input is parsed; the right to this study is checked with the study. */
export const REPORT_DEMANDS: DemandsFor<typeof reportCalls> = {
  saveReport: demandDoctor,
  saveAddendum: ({ canSign }) => {
    if (!canSign) throw new Refusal('not_permitted')
  },
}

export const reportHandlers: HandlersFor<typeof reportCalls> = {
  saveReport,
  verifyReport,
  saveAddendum,
  updateNoOfReports,
  assignDoctor,
  paper,
  reportDetail: async (input, ctx) => {
    const study = await openStudy(ctx, input.id)
    const reports = await selectReportsOfStudy(ctx.tx, study.id)
    return {
      result: {
        study,
        reports: reports.filter((report) => canReadReport(ctx.caller, study, report)),
        can_write_report: flag(canWriteReport(ctx.caller, study)),
        can_sign: flag(canSignReport(ctx.caller, study)),
        can_verify: flag(canVerifyReport(ctx.caller, study)),
      },
    }
  },
  reportHistory: async (input, ctx) => {
    const study = await openStudy(ctx, input.id)
    const history = await selectHistory(ctx.tx, study.id)
    return { result: history.filter((version) => canReadReport(ctx.caller, study, version)) }
  },
}

const flag = (value: boolean) => (value ? 1 : 0)

/** Records the read access to a patient's record in the audit trail (docs/reports.md). */
async function openStudy(ctx: Context, id: string): Promise<StudyRow> {
  const study = await findVisibleStudy(ctx.tx, ctx.caller, id, ctx.now)
  if (!study) throw new Refusal('not_found')
  await ctx.audit('read', 'report', study.id)
  return study
}
