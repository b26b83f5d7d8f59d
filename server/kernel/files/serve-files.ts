import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { filePath, UPLOAD_PATH, type UploadAnswer } from '#contract/calls/files.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { getCaller } from '../auth/get-caller.ts'
import { callerOf } from '../http/serve-calls.ts'
import type { CanSeeStudy } from './purposes.ts'
import { getReadableFile, type ReadableFile } from './read-file.ts'
import { readUpload } from './read-upload.ts'
import { serveChunks } from './serve-chunks.ts'
import { keepUpload } from './upload.ts'

/** Mounts uploading and reading of files. `canSeeStudy` decides about the files of a study. */
export async function serveFiles(app: FastifyInstance, canSeeStudy: CanSeeStudy): Promise<void> {
  const { kernel } = app
  await app.register(multipart, { throwFileSizeLimit: false })
  app.post(BASES.api.prefix + UPLOAD_PATH, {
    config: { base: 'api', name: UPLOAD_PATH },
    onRequest: async (request) => {
      request.caller = await getCaller(kernel, request)
    },
    handler: async (request, reply): Promise<UploadAnswer> => {
      const id = await keepUpload(kernel, callerOf(request), await readUpload(request), canSeeStudy)
      reply.header('cache-control', 'no-store')
      return { result: { file_id: id, file_url: filePath(id) } }
    },
  })
  await serveChunks(app, canSeeStudy)
  app.get(filePath(':id'), {
    config: { base: 'api', name: 'file' },
    handler: async (request, reply) => {
      const file = await getReadableFile(kernel, request, canSeeStudy)
      const stream = await kernel.files.open(file.sha256)
      if (!stream) throw new Refusal('not_found')
      return reply.headers(headersOf(file)).send(stream)
    },
  })
}

/** Types that are safe to show in the page; everything else is downloaded. */
const SHOWN = ['image/jpeg', 'image/png', 'application/pdf']

function headersOf({ mime, bytes, name }: ReadableFile): Record<string, string> {
  const place = SHOWN.includes(mime) ? 'inline' : 'attachment'
  const plain = name.replace(/[^\w .()-]/g, '_')
  return {
    'content-type': mime,
    'content-length': String(bytes),
    'content-disposition': `${place}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // The device keeps its own sealed copies; the browser's cache would store them unencrypted.
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  }
}
