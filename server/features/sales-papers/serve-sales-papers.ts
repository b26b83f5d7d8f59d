import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { PRINTED_PAPER_PATH, PrintedPaperInput } from '#contract/calls/printed-papers.ts'
import { SALES_PDF_PATH, SalesPdfInput } from '#contract/calls/sales.ts'
import { VISITS_PDF_PATH, VisitsPdfInput } from '#contract/calls/visit-list.ts'
import { BASES } from '#contract/kernel/bases.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { PrintedKind } from '#domain/money/printed-papers.ts'
import { PRESET_SECTIONS, salesFileName } from '#domain/money/sales-presets.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import { demandAccess, getCaller } from '#server/kernel/auth/get-caller.ts'
import type { Context } from '#server/kernel/context.ts'
import { fieldsOf, flatInput, invalid, refuseUnstorableText } from '#server/kernel/http/read-input.ts'
import { liveContextOf } from '#server/kernel/http/serve-live-calls.ts'
import { type Figures, openFigures } from '../sales/figures.ts'
import { idsOf, type PaperFilter } from './filter-words.ts'
import { framePaper } from './frame-paper.ts'
import { keepPaper } from './keep-paper.ts'
import { PAPER_ACCESS } from './paper-access.ts'
import { printFigures } from './print-figures.ts'
import { findPrintedPaper } from './printed-papers.ts'
import { readFrame, selectFilterNames } from './read-frame.ts'
import { type SectionContext, salesParts } from './read-sections.ts'
import { hashRows } from './row-hash.ts'
import { salesTexts } from './texts.ts'
import { visitParts } from './visit-parts.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

/**
 * Mounts the papers of figures: the sales report's, the one of Patients Visits, and any of them as it was printed. A new
 * paper is one snapshot, set in a thread, and is kept.
 */
export function serveSalesPapers(app: FastifyInstance): void {
  mountPaper(app, SALES_PDF_PATH, PAPER_ACCESS.sales, async (request, reply) => {
    const input = withPreset(parse(SalesPdfInput, request))
    const { filterFd, reportType } = input
    const { pdf, name } = await compose(app, request, reply, {
      kind: 'sales',
      range: filterFd,
      title: WORDS.titles[reportType ?? 'sales'],
      name: salesFileName(reportType, filterFd.from_date, filterFd.to_date),
      filters: [input.salesInvoice ?? {}, input.serviceWise ?? {}],
      partsOf: (context) => salesParts(context, input),
    })
    return sendPdf(reply, pdf, name)
  })
  mountPaper(app, VISITS_PDF_PATH, PAPER_ACCESS.visits, async (request, reply) => {
    const input = parse(VisitsPdfInput, request)
    const { pdf, name } = await compose(app, request, reply, {
      kind: 'visits',
      range: input,
      title: WORDS.titles.visits,
      name: 'visits.pdf',
      filters: [input],
      partsOf: (context) => visitParts(context, input),
    })
    return sendPdf(reply, pdf, name)
  })
  mountPaper(app, PRINTED_PAPER_PATH, { access: 'session' }, async (request, reply) => {
    const { kind, id } = parse(PrintedPaperInput, request)
    const live = liveContextOf(app.kernel, request, reply)
    demandAccess(PAPER_ACCESS[kind], live.caller)
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

type Answerer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function mountPaper(
  app: FastifyInstance,
  path: string,
  access: Pick<AnyCall, 'access' | 'module'>,
  handler: Answerer,
): void {
  app.post(BASES.php.prefix + path, {
    config: { base: 'php', name: path },
    onRequest: async (request) => {
      request.caller = await getCaller(app.kernel, request)
      demandAccess(access, request.caller)
    },
    handler,
  })
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, request: FastifyRequest): z.output<Schema> {
  const raw = flatInput(request)
  refuseUnstorableText(raw)
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
  return parsed.data
}

/** A preset that names no sections has its own; a paper of none is refused. */
function withPreset(input: SalesPdfInput): SalesPdfInput {
  const { collectSumm, salesInvoice, serviceWise, receipt, reportType } = input
  if (collectSumm || salesInvoice || serviceWise || receipt) return input
  if (reportType === undefined) throw invalid({ collectSumm: WORDS.noSection })
  const sections = SalesPdfInput.safeParse({ filterFd: input.filterFd, ...PRESET_SECTIONS[reportType] })
  if (!sections.success) throw new Error('a preset is an input of the call')
  return { ...sections.data, reportType }
}

interface PaperWork {
  kind: PrintedKind
  range: Parameters<typeof openFigures>[1]
  title: string
  name: string
  filters: readonly PaperFilter[]
  partsOf: (context: SectionContext) => Promise<FiguresPart[]>
}

async function compose(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, work: PaperWork) {
  const live = liveContextOf(app.kernel, request, reply)
  const { paper, pictures, counted, figures } = await live.tenant(async (ctx) => readPaper(ctx, work))
  const pdf = await printFigures(app.kernel, paper, pictures, live.signal)
  if (pdf) await keepPaper(app.kernel, live, { ...work, ...counted, figures }, pdf)
  return { name: work.name, pdf }
}

async function readPaper(ctx: Context, { range, title, name, filters, partsOf }: PaperWork) {
  const figures: Figures = await openFigures(ctx, range)
  const { frame, money, pictures } = await readFrame(ctx, figures, title)
  const texts = salesTexts(money, figures.place, figures.seesHidden)
  const names = await selectFilterNames(figures, filters.flatMap(idsOf))
  const parts = await partsOf({ figures, texts, names })
  const counted = hashRows(parts)
  await ctx.audit('export', 'sales_paper', undefined, { name, rows: counted.rows })
  return { paper: framePaper(frame, parts, texts, counted), pictures, counted, figures }
}

function sendPdf(reply: FastifyReply, pdf: Uint8Array | undefined, name: string): FastifyReply {
  if (!pdf) throw new Refusal('refused', 'This paper could not be made. Choose fewer days or fewer sections.')
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Buffer.from(pdf))
}
