import type { StudyListInput, studyCalls } from '#contract/calls/studies.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { selectStudyPage } from './public/list-store.ts'
import { selectUsedModalities } from './public/modalities.ts'
import { findVisibleStudy } from './public/store.ts'
import { withVisitTimes } from './visit-times.ts'

export const studyHandlers: HandlersFor<typeof studyCalls> = {
  getList: readList,
  getListAll: readFilePage,
  getListDashboard: async ({ forCsv, ...input }, ctx) =>
    (forCsv ? readFilePage : readList)({ ...input, flag: 'dashboard' }, ctx),
  rowDetail: async (input, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, input.id, ctx.now)
    if (!study) throw new Refusal('not_found')
    await ctx.audit('read', 'study', study.id)
    return { result: study }
  },
  getUsedModalities: async (_, ctx) => ({ result: await selectUsedModalities(ctx.tx, ctx.caller.clientId) }),
}

/**
 * Reads one page of a file export. Records it in the audit trail because the data leaves the centre, and adds the
 * columns that only the file has.
 */
async function readFilePage(input: StudyListInput, ctx: Context) {
  const { result } = await readList(input, ctx)
  await ctx.audit('export', 'study', undefined, { page: input.p, rows: result.data.length })
  const data = await withVisitTimes(ctx.tx, ctx.caller.clientId, result.data)
  return { result: { ...result, data } }
}

async function readList(input: StudyListInput, ctx: Context) {
  const { rows, matching } = await selectStudyPage(ctx.tx, ctx.caller, input, ctx.now)
  const start = (input.p - 1) * input.ps
  const page = { start, total: rows.length, total_records: matching, cur_page: input.p }
  return { result: { data: rows, page } }
}
