import type { FormFRegister, formFCalls } from '#contract/calls/form-f.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import {
  findReport,
  firstReportMonth,
  selectOpenReports,
  selectReportingBranches,
} from './monthly-reports.ts'
import { noteReport } from './note-report.ts'
import { registerDigest, selectMonthEntries } from './register-month.ts'

/** The handlers of contract/calls/form-f. */
export const formFHandlers: HandlersFor<typeof formFCalls> = {
  register: async ({ branch_id, month }, ctx) => {
    const register = await readRegister(ctx, branch_id, month)
    await ctx.audit('read', 'form_f', branch_id, { month, rows: register.entries.length })
    return { result: register }
  },
  noteReport: async (input, ctx) => ({
    message: 'Saved',
    result: { report: await noteReport(ctx, input) },
  }),
  dueReports: async (_, { tx, caller, now }) => {
    const own = caller.isClientAdmin ? undefined : caller.branchIds
    const branches = await selectReportingBranches(tx, caller.clientId, own)
    const open = await selectOpenReports(tx, caller.clientId, branches, now)
    return {
      result: { reports: open.map(({ branch_id, month, due_on }) => ({ branch_id, month, due_on })) },
    }
  },
}

async function readRegister(ctx: Context, branchId: string, month: string): Promise<FormFRegister> {
  const { tx, caller } = ctx
  const isOwn = caller.isClientAdmin || caller.branchIds.includes(branchId)
  const branch = isOwn
    ? await tx
        .selectFrom('branch')
        .select([
          'id',
          'name',
          'time_zone',
          'pndt_applies',
          'pndt_registration_no',
          'pndt_doctors',
          'pndt_since',
        ])
        .where('client_id', '=', caller.clientId)
        .where('id', '=', branchId)
        .where('hidden', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!branch) throw new Refusal('not_found')
  const entries = await selectMonthEntries(tx, caller.clientId, branch, month)
  const key = { clientId: caller.clientId, branchId, month }
  return {
    branch: branch.name,
    registration_no: branch.pndt_registration_no,
    applies: branch.pndt_applies ? 1 : 0,
    report_from: branch.pndt_applies ? firstReportMonth(branch) : null,
    report: await findReport(tx, key, registerDigest(entries)),
    entries,
  }
}
