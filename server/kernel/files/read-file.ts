import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { EntityId, text } from '#contract/kernel/fields.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { writeAudit } from '../audit.ts'
import { getCaller } from '../auth/get-caller.ts'
import type { Caller, Tx } from '../context.ts'
import type { Kernel } from '../http/kernel.ts'
import { fieldsOf, flatInput, invalid } from '../http/read-input.ts'
import { type CanSeeStudy, canReadFile, type FilePurpose } from './purposes.ts'

const Input = z.strictObject({
  id: EntityId,
  client: z.optional(EntityId),
  exp: z.optional(text(20)),
  sig: z.optional(text(100)),
})

/** A file that the reader may have. */
export interface ReadableFile {
  sha256: Buffer
  mime: string
  bytes: number
  name: string
}

/** Patients' files: reading them is recorded in the audit trail. */
const AUDITED: readonly FilePurpose[] = [
  'report_image',
  'document',
  'visit_document',
  'request_document',
  'booklet_image',
]

/**
 * Returns the requested file, by a signed link or by the session's right; throws not_found if the reader has no right.
 */
export async function getReadableFile(
  kernel: Kernel,
  request: FastifyRequest,
  canSeeStudy: CanSeeStudy,
): Promise<ReadableFile> {
  const parsed = Input.safeParse(flatInput(request))
  if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
  const { id, client, exp, sig } = parsed.data
  if (client && exp && sig) return getByLink(kernel, { fileId: id, client, exp, sig })
  const caller = await getCaller(kernel, request)
  request.caller = caller
  const file = await findReadableFile(kernel, caller, id, canSeeStudy)
  if (!file) throw new Refusal('not_found')
  return file
}

/** Returns a file that the caller may read with their session; undefined if it does not exist or they may not. */
export function findReadableFile(
  kernel: Kernel,
  caller: Caller,
  id: string,
  canSeeStudy: CanSeeStudy,
): Promise<ReadableFile | undefined> {
  return kernel.database.tenant(caller.clientId, async (tx) => {
    const file = await findFile(tx, caller.clientId, id)
    if (!file || !(await canReadFile(tx, caller, file, canSeeStudy))) return undefined
    if (AUDITED.includes(file.purpose)) await auditRead(tx, caller, id, kernel.now())
    return file
  })
}

async function getByLink(
  kernel: Kernel,
  link: { fileId: string; client: string; exp: string; sig: string },
): Promise<ReadableFile> {
  const clientId = kernel.fileLinks.findClient(link, kernel.now())
  const file =
    clientId && (await kernel.database.tenant(clientId, (tx) => findFile(tx, clientId, link.fileId)))
  if (!file) throw new Refusal('not_found', 'This link is not valid or has expired.')
  return file
}

async function findFile(tx: Tx, clientId: string, id: string) {
  const file = await tx
    .selectFrom('file')
    .selectAll()
    // Files that the platform shares with every client belong to the platform's client.
    .where((eb) =>
      eb.or([
        eb('client_id', '=', clientId),
        eb.and([eb('client_id', '=', PLATFORM_CLIENT_ID), eb('purpose', '=', 'bodypart_photo')]),
      ]),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  return file && { ...file, purpose: file.purpose as FilePurpose }
}

async function auditRead(tx: Tx, { clientId, userId }: Caller, recordId: string, at: Date): Promise<void> {
  await writeAudit(tx, { clientId, userId, action: 'read', type: 'file', recordId, at })
}
