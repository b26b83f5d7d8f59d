import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { maxBytesOf } from '#domain/file/limits.ts'
import { fieldsOf, invalid } from '../http/read-input.ts'
import { FILE_PURPOSES, PLAIN_MAX_BYTES, PURPOSE_RULES } from './purposes.ts'

const Fields = z.strictObject({
  resize: z._default(z.enum(['0', '1', 'false', 'true']), '0'),
  id: z.optional(EntityId),
  purpose: z._default(z.enum(FILE_PURPOSES), 'document'),
  owner_id: z.optional(EntityId),
})

/** An upload (docs/wire.md#paths-and-bases), read into memory as a whole: at most PLAIN_MAX_BYTES. */
export interface Upload extends Omit<z.output<typeof Fields>, 'resize'> {
  resize: boolean
  name: string
  bytes: Buffer
}

/** One byte beyond the largest limit is enough to detect a file that is too large. */
const MAX_BYTES = PLAIN_MAX_BYTES + 1
const LIMITS = { files: 1, fields: 10, fieldSize: 1000, fileSize: MAX_BYTES }

/** Reads the form: fields in any order, one file; throws for unknown fields, naming them. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
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
  // A truncated file would be stored damaged if its purpose allows larger ones.
  const isCut =
    file.bytes.length >= MAX_BYTES && maxBytesOf(PURPOSE_RULES[parsed.data.purpose].use) >= MAX_BYTES
  if (isCut) throw new Refusal('too_large', 'A file of this size is sent in chunks.')
  return { ...parsed.data, ...file, resize: ['1', 'true'].includes(parsed.data.resize) }
}
