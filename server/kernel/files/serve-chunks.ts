import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  BeginUpload,
  CHUNK_BYTES,
  CHUNKED_PATHS,
  type ChunkAnswer,
  type ChunkedAnswer,
  FinishUpload,
  PutChunk,
} from '#contract/calls/files.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { getCaller } from '../auth/get-caller.ts'
import { fieldsOf, flatInput, invalid } from '../http/read-input.ts'
import { callerOf } from '../http/serve-calls.ts'
import { beginUpload } from './begin-upload.ts'
import { type CanSeeStudy, FILE_PURPOSES } from './purposes.ts'
import { finishUpload, receiveChunk } from './receive-chunks.ts'

const Begin = z.extend(BeginUpload, { purpose: z.enum(FILE_PURPOSES) })

/** Mounts the three calls of a file in chunks (contract/calls/files.ts). */
export async function serveChunks(app: FastifyInstance, canSeeStudy: CanSeeStudy): Promise<void> {
  const { kernel } = app
  const mount = <Result extends (ChunkedAnswer | ChunkAnswer)['result']>(
    path: string,
    answer: (request: FastifyRequest) => Promise<Result>,
    room: FastifyInstance = app,
  ) =>
    room.post(BASES.api.prefix + path, {
      config: { base: 'api', name: path },
      // Before the body is read: requests without a session must not make the server accept it.
      onRequest: async (request) => {
        request.caller = await getCaller(kernel, request)
      },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return { result: await answer(request) }
      },
    })
  mount(CHUNKED_PATHS.begin, (request) =>
    beginUpload(kernel, callerOf(request), read(Begin, flatInput(request)), canSeeStudy),
  )
  mount(CHUNKED_PATHS.finish, (request) =>
    finishUpload(kernel, callerOf(request), read(FinishUpload, flatInput(request)), canSeeStudy),
  )
  // In a separate plugin scope: raw bytes are a valid body only here.
  await app.register(async (room) => {
    const options = { parseAs: 'buffer' as const, bodyLimit: CHUNK_BYTES }
    room.addContentTypeParser('application/octet-stream', options, (_request, body, done) => done(null, body))
    const receive = async (request: FastifyRequest) => {
      if (!Buffer.isBuffer(request.body)) throw new Refusal('malformed')
      const named = read(PutChunk, request.query)
      await receiveChunk(kernel, callerOf(request), named, request.body)
      return { sha256: named.sha256 }
    }
    mount(CHUNKED_PATHS.chunk, receive, room)
  })
}

function read<Shape extends z.ZodMiniType>(shape: Shape, input: unknown): z.output<Shape> {
  const parsed = shape.safeParse(input)
  if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
  return parsed.data
}
