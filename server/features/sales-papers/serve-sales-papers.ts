import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { SALES_PDF_PATH, SalesPdfInput } from '#contract/calls/sales.ts'
import { VISITS_PDF_PATH, VisitsPdfInput } from '#contract/calls/visit-list.ts'
import { BASES } from '#contract/kernel/bases.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { PRESET_SECTIONS, salesFileName } from '#domain/money/sales-presets.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import { demandAccess, getCaller } from '#server/kernel/auth/get-caller.ts'
import type { Context } from '#server/kernel/context.ts'
import { fieldsOf, flatInput, invalid, refuseUnstorableText } from '#server/kernel/http/read-input.ts'
import { liveContextOf } from '#server/kernel/http/serve-live-calls.ts'
import { type Figures, openFigures } from '../sales/figures.ts'
import { idsOf, type PaperFilter } from './filter-words.ts'
import { framePaper } from './frame-paper.ts'
import { printFigures } from './print-figures.ts'
import { readFrame, selectFilterNames } from './read-frame.ts'
import { type SectionContext, salesParts } from './read-sections.ts'
import { salesTexts } from './texts.ts'
import { visitParts } from './visit-parts.ts'
import { SALES_PAPER_WORDS as WORDS } from './words.ts'

const SALES_ACCESS = { access: 'sales_report', module: 'sales_report' } as const
const VISITS_ACCESS = { access: 'appointments', module: 'appointment_system' } as const

/** Mounts the papers of figures: the sales report's and the one of Patients Visits. Each is one snapshot, set in a thread. */
export function serveSalesPapers(app: FastifyInstance): void {
  mountPaper(app, SALES_PDF_PATH, SALES_ACCESS, async (request, reply) => {
    const input = withPreset(parse(SalesPdfInput, request))
    const { filterFd, reportType } = input
    const { pdf, name } = await compose(app, request, reply, {
      range: filterFd,
      title: WORDS.titles[reportType ?? 'sales'],
      name: salesFileName(reportType, filterFd.from_date, filterFd.to_date),
      filters: [input.salesInvoice ?? {}, input.serviceWise ?? {}],
      partsOf: (context) => salesParts(context, input),
    })
    return sendPdf(reply, pdf, name)
  })
  mountPaper(app, VISITS_PDF_PATH, VISITS_ACCESS, async (request, reply) => {
    const input = parse(VisitsPdfInput, request)
    const { pdf, name } = await compose(app, request, reply, {
      range: input,
      title: WORDS.titles.visits,
      name: 'visits.pdf',
      filters: [input],
      partsOf: (context) => visitParts(context, input),
    })
    return sendPdf(reply, pdf, name)
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
  range: Parameters<typeof openFigures>[1]
  title: string
  name: string
  filters: readonly PaperFilter[]
  partsOf: (context: SectionContext) => Promise<FiguresPart[]>
}

async function compose(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, work: PaperWork) {
  const live = liveContextOf(app.kernel, request, reply)
  const { paper, pictures } = await live.tenant(async (ctx) => readPaper(ctx, work))
  return { name: work.name, pdf: await printFigures(app.kernel, paper, pictures, live.signal) }
}

async function readPaper(ctx: Context, { range, title, name, filters, partsOf }: PaperWork) {
  const figures: Figures = await openFigures(ctx, range)
  const { frame, money, pictures } = await readFrame(ctx, figures, title)
  const texts = salesTexts(money, figures.place, figures.seesHidden)
  const names = await selectFilterNames(figures, filters.flatMap(idsOf))
  const parts = await partsOf({ figures, texts, names })
  const rows = parts.reduce((sum, part) => sum + (part.kind === 'table' ? part.rows.length : 0), 0)
  await ctx.audit('export', 'sales_paper', undefined, { name, rows })
  return { paper: framePaper(frame, parts, texts), pictures }
}

function sendPdf(reply: FastifyReply, pdf: Uint8Array | undefined, name: string): FastifyReply {
  if (!pdf) throw new Refusal('refused', 'This paper could not be made. Choose fewer days or fewer sections.')
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Buffer.from(pdf))
}
