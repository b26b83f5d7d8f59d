import type { BookletDetail, bookletCalls } from '#contract/calls/booklets.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { bookletIdOf } from '#domain/study/booklet.ts'
import type { Context, HandlersFor } from '#server/kernel/context.ts'
import { canReadReport } from '../reports/public/rights.ts'
import { selectReportsOfStudy } from '../reports/public/store.ts'
import { findVisibleStudy } from '../studies/public/store.ts'
import { saveBooklet } from './save-booklet.ts'
import { selectBooklets } from './store.ts'

export const bookletHandlers: HandlersFor<typeof bookletCalls> = {
  saveBooklet,
  bookletDtl: async ({ id }, ctx) => {
    const study = await findVisibleStudy(ctx.tx, ctx.caller, id, ctx.now)
    if (!study) throw new Refusal('not_found')
    const [booklet] = await selectBooklets(ctx.tx, ctx.caller.clientId, [bookletIdOf(id)])
    await ctx.audit('read', 'booklet', study.id)
    const cells = booklet?.img_file_ids ?? []
    return {
      result: {
        study_id: study.id,
        rev: booklet?.rev ?? 0,
        pagesize: 'A4',
        layout: booklet?.layout ?? '2x2',
        empty_area_bg: booklet?.empty_area_bg ?? 'black',
        img_file_ids: cells,
        img_urls: cells.map((fileId) => (fileId === null ? '' : ctx.fileUrl(fileId))),
        report_html: await reportHtml(ctx, study),
        ...(await coversOf(ctx, study.branch_id)),
      },
    }
  },
}

async function reportHtml(ctx: Context, study: StudyRow): Promise<string> {
  const reports = await selectReportsOfStudy(ctx.tx, study.id)
  return reports
    .filter((report) => isSigned(report.status) && canReadReport(ctx.caller, study, report))
    .map(({ report_data, conclusion, recommendation }) => report_data + conclusion + recommendation)
    .join('')
}

type Covers = Pick<BookletDetail, 'booklet_front_img_url' | 'booklet_back_img_url'>

async function coversOf({ tx, caller, fileUrl }: Context, branchId: string | null): Promise<Covers> {
  const branch = branchId
    ? await tx
        .selectFrom('branch')
        .select(['booklet_front_file_id', 'booklet_back_file_id'])
        .where('client_id', '=', caller.clientId)
        .where('id', '=', branchId)
        .executeTakeFirst()
    : undefined
  const urlOf = (fileId: string | null | undefined) => (fileId ? fileUrl(fileId) : '')
  return {
    booklet_front_img_url: urlOf(branch?.booklet_front_file_id),
    booklet_back_img_url: urlOf(branch?.booklet_back_file_id),
  }
}
