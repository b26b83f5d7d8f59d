import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { v7 as mintId } from 'uuid'
import * as z from 'zod/mini'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId, text } from '#contract/kernel/fields.ts'
import { template } from '#contract/masters/template.ts'
import { maxBytesOf } from '#domain/file/limits.ts'
import { cleanImportedHtml } from '#server/integrations/imported-html/clean-imported-html.ts'
import type { Caller } from '#server/kernel/context.ts'
import { keepUpload } from '#server/kernel/files/upload.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { fieldsOf, invalid } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { demandWrite } from '#server/masters/rights.ts'
import { convertInThread, demandWord } from '../documents-html/read-word.ts'

const LIMITS = { files: 1, fields: 8, fieldSize: 1_000, fileSize: maxBytesOf('template') + 1 }

/** What the form names beside its file (docs/wire.md#paths-and-bases); form fields are text. */
const Fields = z.strictObject({
  id: z.optional(EntityId),
  cat_id: z.optional(EntityId),
  name: text(200),
  status: z._default(z.enum(['0', '1']), '1'),
  modality: z.optional(text(8)),
  rev: z.optional(z.coerce.number().check(z.int())),
})

/**
 * Lets saveTemplate take a form with a Word document: it is made the input that the call takes as JSON, and goes the
 * same way from there. To be called before the masters are mounted.
 */
export function acceptTemplateForms(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (callKeyOf(route) !== template.calls.save.key) return
    route.preHandler = async (request) => {
      if (!isForm(request)) return
      // Who may not save makes the server read no file.
      demandWrite(template, callerOf(request))
      request.body = await inputOf(app.kernel, callerOf(request), await readForm(request))
    }
  })
}

const callKeyOf = ({ config }: RouteOptions) => (config as { call?: { key: string } } | undefined)?.call?.key

const isForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('multipart/form-data') === true

interface TemplateForm extends z.output<typeof Fields> {
  file: { name: string; bytes: Buffer } | undefined
}

async function readForm(request: FastifyRequest): Promise<TemplateForm> {
  const fields: Record<string, unknown> = {}
  let file: TemplateForm['file']
  for await (const part of request.parts({ limits: LIMITS }))
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname === 'file') file = { name: part.filename, bytes: await part.toBuffer() }
    else throw invalid({ [part.fieldname]: 'is not a known field' })
  const parsed = Fields.safeParse(fields)
  if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
  return { ...parsed.data, file }
}

/** The save as JSON would carry it. Pictures are left out: a template has no study that they could belong to. */
async function inputOf(kernel: Kernel, caller: Caller, { file, status, ...form }: TemplateForm) {
  const id = form.id ?? mintId()
  const input = { ...form, id, status: Number(status) }
  if (!file) return input
  demandWord('template', file)
  const { html } = await convertInThread('template', file.bytes)
  const fileId = await keepUpload(
    kernel,
    caller,
    { id: fileIdOf(id, file.bytes), purpose: 'template_word', ...file, resize: false },
    // Of no study: nobody asks.
    () => Promise.reject(new Refusal('internal')),
  )
  return { ...input, content: cleanImportedHtml(html), file_id: fileId }
}

/** A repeated form is the same file: its id follows from the template and the bytes (UUIDv8). */
function fileIdOf(templateId: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(templateId).update(bytes).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
