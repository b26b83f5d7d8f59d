import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { PRINTED_PAPER_PATH, PrintedPaperInput } from '#contract/calls/printed-papers.ts'
import { SALES_PDF_PATH, SalesPdfInput } from '#contract/calls/sales.ts'
import { VISITS_PDF_PATH, VisitsPdfInput } from '#contract/calls/visit-list.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { PRESET_SECTIONS, salesFileName } from '#domain/money/sales/sales-presets.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { liveContextOf } from '#server/kernel/http/serve-live-calls.ts'
import { findPrintedPaper } from './printed-papers.ts'
import { mountPaper, parsePaperInput, sendNewPaper, sendPdf } from './public/mount-paper.ts'
import { demandPaperAccess, PAPER_ACCESS } from './public/paper-access.ts'
import { salesParts } from './public/read-sections.ts'
import { SALES_PAPER_WORDS as WORDS } from './public/words.ts'
import { visitParts } from './visit-parts.ts'

/**
 * Mounts the papers of figures: the sales report's, the one of Patients Visits, and reprints of any of them. A new
 * paper is one snapshot, rendered in a thread, and is stored.
 */
export function serveSalesPapers(app: FastifyInstance): void {
  mountPaper(app, SALES_PDF_PATH, PAPER_ACCESS.sales, async (request, reply) => {
    const input = withPreset(parsePaperInput(SalesPdfInput, request))
    const { filterFd, reportType } = input
    return sendNewPaper(app, request, reply, {
      kind: 'sales',
      range: filterFd,
      title: WORDS.titles[reportType ?? 'sales'],
      name: salesFileName(reportType, filterFd.from_date, filterFd.to_date),
      filters: [input.salesInvoice ?? {}, input.serviceWise ?? {}],
      partsOf: (context) => salesParts(context, input),
    })
  })
  mountPaper(app, VISITS_PDF_PATH, PAPER_ACCESS.visits, async (request, reply) => {
    const input = parsePaperInput(VisitsPdfInput, request)
    return sendNewPaper(app, request, reply, {
      kind: 'visits',
      range: input,
      title: WORDS.titles.visits,
      name: 'visits.pdf',
      filters: [input],
      partsOf: (context) => visitParts(context, input),
    })
  })
  mountPaper(app, PRINTED_PAPER_PATH, { access: 'session' }, async (request, reply) => {
    const { kind, id } = parsePaperInput(PrintedPaperInput, request)
    const live = liveContextOf(app.kernel, request, reply)
    demandPaperAccess(kind, live.caller)
    const { name, sha256 } = await live.tenant(async (ctx) => {
      const paper = await findPrintedPaper(ctx, kind, id)
      await ctx.audit('export', 'sales_paper', id, { name: paper.name })
      return paper
    })
    const stream = await app.kernel.files.open(sha256)
    if (!stream) throw new Refusal('not_found')
    return sendPdf(reply, await buffer(stream), name)
  })
}

/** A preset without sections uses its default ones; throws for a paper without sections. */
function withPreset(input: SalesPdfInput): SalesPdfInput {
  const { collectSumm, salesInvoice, serviceWise, receipt, reportType } = input
  if (collectSumm || salesInvoice || serviceWise || receipt) return input
  if (reportType === undefined) throw invalid({ collectSumm: WORDS.noSection })
  const sections = SalesPdfInput.safeParse({ filterFd: input.filterFd, ...PRESET_SECTIONS[reportType] })
  if (!sections.success) throw new Error('a preset is an input of the call')
  return { ...sections.data, reportType }
}
