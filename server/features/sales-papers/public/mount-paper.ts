import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { BASES } from '#contract/kernel/bases.ts'
import type { AnyCall } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { PrintedKind } from '#domain/money/papers/printed-papers.ts'
import type { FiguresPart } from '#render/figures-paper.ts'
import { findClientScope } from '#server/features/sales/public/figure-scope.ts'
import { type Figures, openFigures } from '#server/features/sales/public/figures.ts'
import { demandAccess, getCaller } from '#server/kernel/auth/get-caller.ts'
import type { Context } from '#server/kernel/context.ts'
import { fieldsOf, flatInput, invalid, refuseUnstorableText } from '#server/kernel/http/read-input.ts'
import { liveContextOf } from '#server/kernel/http/serve-live-calls.ts'
import { framePaper } from '../frame-paper.ts'
import { keepPaper } from '../keep-paper.ts'
import { printFigures } from '../print-figures.ts'
import { readFrame, selectFilterNames } from '../read-frame.ts'
import { hashRows } from '../row-hash.ts'
import { idsOf, type PaperFilter } from './filter-words.ts'
import type { SectionContext } from './read-sections.ts'
import { salesTexts } from './texts.ts'

type Answerer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Mounts a call that returns a paper; refuses callers without the right before the input is parsed. */
export function mountPaper(
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

/** Returns the checked input of a request. Throws `invalid` with the fields that break a rule. */
export function parsePaperInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  request: FastifyRequest,
): z.output<Schema> {
  const raw = flatInput(request)
  refuseUnstorableText(raw)
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
  return parsed.data
}

/** A paper to be created. */
export interface PaperRequest {
  kind: PrintedKind
  range: Parameters<typeof openFigures>[1]
  title: string
  name: string
  filters: readonly PaperFilter[]
  /** False for a paper without amounts. */
  hasAmounts?: boolean
  /** True if the paper contains studies that belong to no sale. */
  hasStudies?: boolean
  /** The reader of a statement; such a paper covers all branches of the client. */
  doctorId?: string
  partsOf: (context: SectionContext) => Promise<FiguresPart[] | TitledParts>
}

/** Parts of a paper with the title and file name of what was read. */
export interface TitledParts {
  title: string
  name: string
  parts: FiguresPart[]
}

/** Reads the figures of a paper in one snapshot, renders it in a thread, stores it, and sends it. */
export async function sendNewPaper(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  work: PaperRequest,
): Promise<FastifyReply> {
  const live = liveContextOf(app.kernel, request, reply)
  const { paper, pictures, counted, figures, name } = await live.tenant(async (ctx) => readPaper(ctx, work))
  const pdf = await printFigures(app.kernel, paper, pictures, live.signal)
  if (pdf) await keepPaper(app.kernel, live, { ...work, ...counted, figures, name }, pdf)
  return sendPdf(reply, pdf, name)
}

async function readPaper(ctx: Context, work: PaperRequest) {
  const { range, filters, hasAmounts = true, doctorId, partsOf } = work
  const opened = await openFigures(ctx, range)
  const figures: Figures =
    doctorId === undefined ? opened : { ...opened, scope: await findClientScope(ctx.tx, ctx.caller, range) }
  const { frame, money, pictures } = await readFrame(ctx, figures, work.title)
  const texts = salesTexts(money, figures.scope, figures.seesHidden)
  const names = await selectFilterNames(figures, filters.flatMap(idsOf))
  const read = await partsOf({ figures, texts, names })
  const { title, name, parts } = Array.isArray(read) ? { ...work, parts: read } : read
  // A statement is always complete, regardless of the sales limits of the role of the person who prints it.
  const scope = doctorId === undefined ? frame.scope : WHOLE
  const counted = hashRows(parts)
  await ctx.audit('export', 'sales_paper', undefined, { name, rows: counted.rows })
  const paper = framePaper({ ...frame, title, scope, hasAmounts }, parts, texts, counted)
  return { paper, pictures, counted, figures, name }
}

const WHOLE = { self_created: 0, invoices: 'All' } as const

/** Sends a paper as a file; throws if the paper could not be rendered. */
export function sendPdf(reply: FastifyReply, pdf: Uint8Array | undefined, name: string): FastifyReply {
  if (!pdf) throw new Refusal('refused', 'This paper could not be made. Choose fewer days or fewer sections.')
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Buffer.from(pdf))
}
