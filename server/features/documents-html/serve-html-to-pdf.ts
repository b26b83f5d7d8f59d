import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  HTML_MAX,
  HTML_TO_PDF_PATH,
  type HtmlToPdfAnswer,
  HtmlToPdfInput,
} from '#contract/calls/documents-html.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { cleanImportedHtml } from '#server/integrations/clean-imported-html.ts'
import { getCaller } from '#server/kernel/auth/get-caller.ts'
import type { CanSeeStudy } from '#server/kernel/files/purposes.ts'
import { fieldsOf, flatInput, invalid } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { findHtmlImages } from './public/html-images.ts'
import type { HtmlPaperInput } from './public/paper-thread.ts'
import { runInThread } from './public/run-in-thread.ts'

/** At most four bytes per character, plus the rest of the form. */
const BODY_LIMIT = 4 * HTML_MAX + 10_000
const PDF = 'application/pdf'
const TITLE = 'Document'

/**
 * Mounts pdf/html2pdf (docs/wire.md#paths-and-bases). Cleans the html with the report's allow-list and renders it
 * with the report layout, in a thread. Fetches nothing, so a page address is accepted only if it is this server's.
 */
export function serveHtmlToPdf(app: FastifyInstance, canSeeStudy: CanSeeStudy): void {
  const { kernel } = app
  app.post(BASES.php.prefix + HTML_TO_PDF_PATH, {
    bodyLimit: BODY_LIMIT,
    config: { base: 'php', name: HTML_TO_PDF_PATH },
    onRequest: async (request) => {
      request.caller = await getCaller(kernel, request)
      if (request.caller.userType !== 'CLIENT') throw new Refusal('not_permitted')
    },
    handler: async (request, reply) => {
      const parsed = HtmlToPdfInput.safeParse(flatInput(request))
      if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
      const input = parsed.data
      const origins = [originOf(request), kernel.config.publicUrl].filter((one) => one !== undefined)
      demandOwnAddress(input.website_url ?? '', origins)
      const { images, stored } = await findHtmlImages(kernel, callerOf(request), input.html, {
        origins,
        canSeeStudy,
      })
      const work: HtmlPaperInput = {
        title: TITLE,
        createdAt: kernel.now(),
        markup: cleanImportedHtml(input.html, stored),
        images,
      }
      const pdf = await runInThread<Uint8Array>(new URL('./public/paper-thread.ts', import.meta.url), work)
      if (!pdf) throw new Refusal('refused', 'The PDF could not be created.')
      reply.header('cache-control', 'no-store')
      const bytes = Buffer.from(pdf)
      if (isYes(input.base64)) return { result: { pdf: bytes.toString('base64') } } satisfies HtmlToPdfAnswer
      return reply.type(PDF).header('content-disposition', 'attachment; filename="document.pdf"').send(bytes)
    },
  })
}

const isYes = (value: HtmlToPdfInput['base64']) => [true, 1, '1', 'true'].includes(value)

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`

function demandOwnAddress(address: string, origins: readonly string[]): void {
  if (address === '') return
  const origin = URL.parse(address)?.origin
  const isOwn = origin !== undefined && origins.some((own) => URL.parse(own)?.origin === origin)
  if (!isOwn) throw invalid({ website_url: 'must be an address of this server' })
}
