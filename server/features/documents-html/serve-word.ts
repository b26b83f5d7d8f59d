import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as mintId } from 'uuid'
import * as z from 'zod/mini'
import { WORD_PATH, type WordAnswer } from '#contract/calls/documents-html.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { maxBytesOf } from '#domain/file/limits.ts'
import { sniff } from '#domain/file/sniff.ts'
import type { WordContent } from '#render/word/convert-word.ts'
import { cleanImportedHtml } from '#server/integrations/clean-imported-html.ts'
import { getCaller } from '#server/kernel/auth/get-caller.ts'
import type { Caller } from '#server/kernel/context.ts'
import { type CanSeeStudy, PURPOSE_RULES } from '#server/kernel/files/purposes.ts'
import { keepUpload } from '#server/kernel/files/upload.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { fieldsOf, invalid } from '#server/kernel/http/read-input.ts'
import { callerOf } from '#server/kernel/http/serve-calls.ts'
import { convertInThread, demandWord } from './public/read-word.ts'

/** The study that the pictures will belong to, if the text is for one. */
const Fields = z.strictObject({ owner_id: z.optional(EntityId) })

const LIMITS = { files: 1, fields: 3, fieldSize: 1_000, fileSize: maxBytesOf('word') + 1 }
/**
 * Mounts file/uploadWordAndGetHtml (docs/wire.md#paths-and-bases). Needs the multipart reader that serveFiles
 * registers.
 */
export function serveWord(app: FastifyInstance, canSeeStudy: CanSeeStudy): void {
  const { kernel } = app
  app.post(BASES.php.prefix + WORD_PATH, {
    config: { base: 'php', name: WORD_PATH },
    onRequest: async (request) => {
      request.caller = await getCaller(kernel, request)
      if (!mayImport(request.caller)) throw new Refusal('not_permitted')
    },
    handler: async (request, reply): Promise<WordAnswer> => {
      const { bytes, ownerId } = await readWord(request)
      const content = await convertInThread('word', bytes)
      reply.header('cache-control', 'no-store')
      return { result: await toReportHtml(kernel, callerOf(request), content, ownerId, canSeeStudy) }
    },
  })
}

/** Returns true for people who write reports and people who manage the templates. */
const mayImport = (caller: Caller) =>
  caller.userType === 'CLIENT' &&
  (caller.isDoctor || caller.isClientAdmin || caller.permissions.has('manage_masters'))

interface Word {
  bytes: Buffer
  ownerId: string | undefined
}

async function readWord(request: FastifyRequest): Promise<Word> {
  if (!request.isMultipart()) throw new Refusal('malformed')
  const fields: Record<string, unknown> = {}
  let file: { name: string; bytes: Buffer } | undefined
  for await (const part of request.parts({ limits: LIMITS }))
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname === 'file') file = { name: part.filename, bytes: await part.toBuffer() }
    else throw invalid({ [part.fieldname]: 'is not a known field' })
  const parsed = Fields.safeParse(fields)
  if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
  if (!file) throw invalid({ file: 'is required' })
  demandWord('word', file)
  return { bytes: file.bytes, ownerId: parsed.data.owner_id }
}

/** Stores the pictures as files first, so that the text never refers to a missing one. */
async function toReportHtml(
  kernel: Kernel,
  caller: Caller,
  { html, images }: WordContent,
  ownerId: string | undefined,
  canSeeStudy: CanSeeStudy,
): Promise<WordAnswer['result']> {
  const stored = new Map<string, string>()
  for (const { name, bytes } of images) {
    const fileId = await keepPicture(kernel, caller, Buffer.from(bytes), ownerId, canSeeStudy)
    if (fileId !== undefined) stored.set(name, fileId)
  }
  return { html: cleanImportedHtml(html, stored), lost_images: images.length - stored.size }
}

async function keepPicture(
  kernel: Kernel,
  caller: Caller,
  bytes: Buffer,
  ownerId: string | undefined,
  canSeeStudy: CanSeeStudy,
): Promise<string | undefined> {
  const kind = sniff(bytes)
  const isPicture = kind === 'jpg' || kind === 'png'
  if (!isPicture || !PURPOSE_RULES.report_image.canUpload(caller)) return undefined
  const upload = {
    id: mintId(),
    purpose: 'report_image',
    name: `picture.${kind}`,
    bytes,
    resize: true,
    ...(ownerId !== undefined && { owner_id: ownerId }),
  } as const
  return keepUpload(kernel, caller, upload, canSeeStudy).catch((error: unknown) => {
    // A damaged picture is dropped; the text is kept.
    if (error instanceof Refusal && error.extra.fields?.file !== undefined) return undefined
    throw error
  })
}
