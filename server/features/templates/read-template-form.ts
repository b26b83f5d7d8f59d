import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { v7 as mintId } from 'uuid'
import * as z from 'zod/mini'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId, text } from '#contract/kernel/fields.ts'
import { template } from '#contract/masters/template.ts'
import { maxBytesOf } from '#domain/file/limits.ts'
import { cleanImportedHtml } from '#server/integrations/clean-imported-html.ts'
import type { Caller } from '#server/kernel/context.ts'
import { keepUpload } from '#server/kernel/files/upload.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { fieldsOf, invalid } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { demandWrite } from '#server/masters/rights.ts'
import { convertInThread, demandWord } from '../documents-html/public/read-word.ts'

const LIMITS = { files: 1, fields: 8, fieldSize: 1_000, fileSize: maxBytesOf('template') + 1 }

/** The form's fields besides its file (docs/wire.md#paths-and-bases); all are text. */
const Fields = z.strictObject({
  id: z.optional(EntityId),
  cat_id: z.optional(EntityId),
  name: text(200),
  status: z._default(z.enum(['0', '1']), '1'),
  modality: z.optional(text(8)),
  rev: z.optional(z.coerce.number().check(z.int())),
})

/**
 * Lets saveTemplate accept a form with a Word document: converts it to the JSON input of the call, which is then
 * handled as usual. Must be called before the masters are mounted.
 */
export function acceptTemplateForms(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (callKeyOf(route) !== template.calls.save.key) return
    route.preHandler = async (request) => {
      if (!isForm(request)) return
      // Checked first, so that the server reads no file for callers who may not save.
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

/** Returns the save in JSON form. Leaves out pictures, because a template has no study that they could belong to. */
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
    // Never called: a template belongs to no study.
    () => Promise.reject(new Refusal('internal')),
  )
  return { ...input, content: cleanImportedHtml(html), file_id: fileId }
}

/** Derives the file's id from the template and the bytes (UUIDv8), so that a repeated form is the same file. */
function fileIdOf(templateId: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(templateId).update(bytes).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
