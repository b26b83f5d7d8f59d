import { SIGNED_OUT_STATUS } from '#contract/kernel/bases.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { FileBody } from '#src/db/tables.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { ApiError } from '../api/errors.ts'
import { keepCopy } from './file-copies.ts'

/** Sends one file to the server. Throws ApiError or OfflineError. */
export type Upload = (fileId: string, body: FileBody) => Promise<void>

/** Marks a file in the clear that no try can bring to the server: nothing waits for it. */
export const REFUSED = 'refused'

/** A refusal that trying again cannot change: the server looked at the file and does not take it. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 409, 413, 415, 422].includes(error.status)

/** True where no other file could be sent now either: there is no answer, or no session. */
const isOver = (error: unknown) =>
  !(error instanceof ApiError) || error.status === SIGNED_OUT_STATUS || error.status === 503

/** Files that the server does not have yet and may still take, oldest first; usable inside a transaction over blobs. */
export async function waitingFileIds(work: WorkDatabase): Promise<string[]> {
  const ids = await work.blobs.where('command').notEqual(REFUSED).primaryKeys()
  return ids.toSorted()
}

/** What came of sending the files that wait. */
export interface FilesSent {
  /** Something that waited need not be waited for any more. */
  hasMoved: boolean
  /** What the sending stopped by; another try may pass. */
  stoppedBy?: unknown
}

/**
 * Sends what waits, one file after another; a file leaves the device's work only after the server has it, and stays
 * as a copy. A refused one stays with the reason, so that its picture is never lost. Stops where the server is away.
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
      // A file that meets trouble of its own, with a server that answers, holds up no other.
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

/** As sendWaitingFiles, one run at a time: a second wish while one runs is answered by none. */
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
