import { SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { FileBody } from '#src/db/tables.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { ApiError } from '../api/errors.ts'
import { keepCopy } from './file-copies.ts'

/** Sends one file to the server. Throws ApiError or OfflineError. */
export type Upload = (fileId: string, body: FileBody) => Promise<void>

/** Clear mark of a file that no retry can bring to the server: nothing waits for it. */
export const REFUSED = 'refused'

/** A refusal that retrying cannot change: the server examined the file and refused it. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 409, 413, 415, 422].includes(error.status)

/** True if no other file could be sent now either: there is no answer, or no session. */
const isOver = (error: unknown) =>
  !(error instanceof ApiError) || error.status === SIGNED_OUT_STATUS || error.status === 503

/** Files that the server lacks and may still accept, oldest first; usable inside a transaction over blobs. */
export async function waitingFileIds(work: WorkDatabase): Promise<string[]> {
  const ids = await work.blobs.where('command').notEqual(REFUSED).primaryKeys()
  return ids.toSorted()
}

/** The result of sending the waiting files. */
export interface FilesSent {
  /** At least one file need not be waited for any more. */
  hasMoved: boolean
  /** The error that stopped it; a retry may succeed. */
  stoppedBy?: unknown
}

/**
 * Sends the waiting files one at a time; a file leaves the device's work only after the server has it, and stays as a
 * copy. A refused one stays with the reason, so that its image is never lost. Stops if the server cannot be reached.
 */
export async function sendWaitingFiles(databases: Databases, upload: Upload): Promise<FilesSent> {
  let hasMoved = false
  for (const id of await waitingFileIds(databases.work)) {
    const row = await databases.blobs.find(id)
    if (!row) continue
    try {
      await upload(id, row.body)
    } catch (error) {
      if (isOver(error)) return { hasMoved, stoppedBy: error }
      // A file with a problem of its own, with a server that answers, blocks no other file.
      if (!isFinal(error)) continue
      const body = { ...row.body, refusal: error.message }
      await databases.work.blobs.put(await databases.blobs.seal({ ...row, command: REFUSED, body }))
      hasMoved = true
      continue
    }
    await keepCopy(databases, id, row.body)
    await databases.work.blobs.delete(id)
    hasMoved = true
  }
  return { hasMoved }
}

/** As sendWaitingFiles, one run at a time: a call during a run does nothing. */
export function sendFilesInTurn(databases: Databases, upload: Upload): () => Promise<FilesSent> {
  let isRunning = false
  return async () => {
    if (isRunning) return { hasMoved: false }
    isRunning = true
    try {
      return await sendWaitingFiles(databases, upload)
    } finally {
      isRunning = false
    }
  }
}
