import * as z from 'zod/mini'
import { EntityId, requiredText } from '../kernel/fields.ts'

/**
 * file/upload is multipart (docs/wire.md#paths-and-bases: form fields `file` and `resize`), so the kernel's files part
 * mounts it instead of defineCall. `id` is the client-minted id of the file, so a repeated upload is one file.
 */
export const UPLOAD_PATH = 'file/upload'
export const UploadAnswer = z.object({ result: z.object({ file_id: EntityId, file_url: z.string() }) })
export type UploadAnswer = z.output<typeof UploadAnswer>

/** The path for reading a file: needs the session, or the short-lived `sig` of a signed link. */
export const filePath = (fileId: string) => `/api/file/${fileId}`

/** A file longer than this is sent in chunks of this many bytes, the last one shorter. */
export const CHUNK_BYTES = 262_144
/** More chunks than any use allows, so that a too large file is refused for its size, not for its list's length. */
const CHUNKS_MAX = 4_096

/**
 * A file in chunks: `begin` describes the file and returns which chunks are missing, each `chunk` is the bytes alone
 * (application/octet-stream, `id` and `sha256` in the query), `finish` assembles the file. All three may be
 * repeated; like file/upload they are mounted by the kernel's files part.
 */
export const CHUNKED_PATHS = {
  begin: 'file/upload/begin',
  chunk: 'file/upload/chunk',
  finish: 'file/upload/finish',
} as const

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'))

export const BeginUpload = z.strictObject({
  id: EntityId,
  /** Of the whole file. */
  sha256: Sha256,
  bytes: z.int().check(z.minimum(1, 'must not be empty')),
  name: requiredText(200),
  purpose: requiredText(40),
  owner_id: z.optional(EntityId),
  /** Of each chunk, in the order of the file. */
  chunks: z.array(Sha256).check(z.maxLength(CHUNKS_MAX, 'are too many')),
})
export type BeginUpload = z.output<typeof BeginUpload>

export const PutChunk = z.strictObject({ id: EntityId, sha256: Sha256 })
export const FinishUpload = z.strictObject({ id: EntityId, sha256: Sha256 })

/** The chunk that was stored. */
export const ChunkAnswer = z.object({ result: z.object({ sha256: Sha256 }) })
export type ChunkAnswer = z.output<typeof ChunkAnswer>

/** `kept`: the server has the file and nothing needs to be sent; else the chunks that it lacks, each once. */
export const ChunkedAnswer = z.object({ result: z.object({ kept: z.boolean(), missing: z.array(Sha256) }) })
export type ChunkedAnswer = z.output<typeof ChunkedAnswer>
