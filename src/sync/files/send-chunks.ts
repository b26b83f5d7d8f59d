import { type BeginUpload, CHUNKED_PATHS, ChunkedAnswer } from '#contract/calls/files.ts'
import { BASES } from '#contract/kernel/bases.ts'
import type { FileBody } from '#src/db/tables.ts'
import { ApiError, OfflineError } from '../api/errors.ts'
import { type Chunk, cutIntoChunks, sha256Of } from './chunks.ts'
import type { Exchange } from './exchange.ts'
import { nameOf } from './file-name.ts'

/** Number of chunks in flight. */
const IN_FLIGHT_MAX = 2
/** Maximum number of immediate rounds: the server may have forgotten chunks, or one may arrive damaged. */
const ROUNDS_MAX = 4

/**
 * Sends a file in chunks: the server reports which ones it lacks, so a lost connection or a closed page costs at most
 * the chunks in flight. Throws ApiError if the server refuses the file, OfflineError if it should be retried later.
 */
export async function sendInChunks(fileId: string, body: FileBody, over: Exchange): Promise<void> {
  const chunks = await cutIntoChunks(body.bytes)
  const sha256 = await sha256Of(body.bytes)
  const announced = {
    id: fileId,
    sha256,
    bytes: body.bytes.length,
    name: nameOf(body),
    purpose: body.purpose,
    ...(body.owner !== undefined && { owner_id: body.owner }),
    chunks: chunks.map((chunk) => chunk.sha256),
  }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const begun = await begin(over, announced)
    if (begun.kept) return
    const missing = new Set(begun.missing)
    const isThere = await sendAll(fileId, firstOfEach(chunks, missing), over)
    if (isThere && (await finish(over, { id: fileId, sha256 }))) return
  }
  throw new OfflineError(`the server asked ${ROUNDS_MAX} times for the chunks of one file`)
}

/** An older server does not know the call; wait for its update. */
function begin(over: Exchange, announced: BeginUpload): Promise<ChunkedAnswer['result']> {
  return ask(over, CHUNKED_PATHS.begin, announced).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? new OfflineError(error) : error
  })
}

// The same content may occur twice in a file; send it once.
function firstOfEach(chunks: readonly Chunk[], wanted: ReadonlySet<string>): Chunk[] {
  const bySum = new Map(chunks.map((chunk) => [chunk.sha256, chunk]))
  return [...bySum.values()].filter(({ sha256 }) => wanted.has(sha256))
}

/**
 * Sends chunks, two at a time; returns false if one did not arrive and the server must be asked again. After the first
 * failure, waits only for the chunks in flight.
 */
async function sendAll(fileId: string, chunks: readonly Chunk[], over: Exchange): Promise<boolean> {
  const left = [...chunks]
  const run = async () => {
    for (let chunk = left.shift(); chunk; chunk = left.shift()) {
      const isThere = await sendChunk(fileId, chunk, over).catch((error: unknown) => {
        left.length = 0
        throw error
      })
      if (isThere) continue
      left.length = 0
      return false
    }
    return true
  }
  const ended = await Promise.allSettled(Array.from({ length: IN_FLIGHT_MAX }, run))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return ended.every((one) => one.status === 'fulfilled' && one.value)
}

async function sendChunk(fileId: string, { sha256, bytes }: Chunk, over: Exchange): Promise<boolean> {
  const query = new URLSearchParams({ id: fileId, sha256 }).toString()
  const sent = over(`${BASES.api.prefix}${CHUNKED_PATHS.chunk}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Blob([bytes]),
  })
  return unlessAnew(sent.then(() => true))
}

async function finish(over: Exchange, upload: { id: string; sha256: string }): Promise<boolean> {
  return unlessAnew(
    ask(over, CHUNKED_PATHS.finish, upload).then(({ kept }) => kept),
    [404],
  )
}

/**
 * Returns false for answers that only a new round can fix: the server has forgotten the upload (404), or received
 * something else than was sent (400). Neither concerns the file itself.
 */
async function unlessAnew(asked: Promise<boolean>, statuses = [404, 400]): Promise<boolean> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && statuses.includes(error.status)) return false
    throw error
  }
}

async function ask(over: Exchange, path: string, input: object): Promise<ChunkedAnswer['result']> {
  const response = await over(`${BASES.api.prefix}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const parsed = ChunkedAnswer.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw new OfflineError('no answer of this server')
  return parsed.data.result
}
