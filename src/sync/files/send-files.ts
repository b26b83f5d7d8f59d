import type { Databases } from '#src/db/open-databases.ts'
import type { FileBody } from '#src/db/tables.ts'
import { ApiError } from '../api/errors.ts'
import { currentDevice } from '../current-device.ts'
import { keepCopy } from './file-copies.ts'
import { uploadFile } from './file-transfer.ts'

/** Sends one file to the server; tests give their own. */
export type Upload = (fileId: string, body: FileBody) => Promise<void>

/** A refusal that trying again cannot change: the server looked at the file and does not take it. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 409, 413, 415, 422].includes(error.status)

/**
 * Sends what waits, one file after another; a file leaves the device's work only after the server has it, and stays
 * as a copy. A refused one stays with the reason, so that its picture is never lost. Stops where the server is away.
 */
export async function sendWaitingFiles(databases: Databases, upload: Upload): Promise<void> {
  for (const id of await waitingFileIds(databases)) {
    const row = await databases.blobs.find(id)
    if (!row || row.body.refusal !== undefined) continue
    try {
      await upload(id, row.body)
    } catch (error) {
      if (!isFinal(error)) return
      const refused = await databases.blobs.seal({ ...row, body: { ...row.body, refusal: error.message } })
      await databases.work.blobs.put({ ...refused, command: REFUSED })
      continue
    }
    await keepCopy(databases, id, row.body)
    await databases.work.blobs.delete(id)
  }
}

/** Marks a file in the clear that no try can bring to the server: nothing waits for it. */
const REFUSED = 'refused'

/** Files that the server does not have yet and may still take, oldest first. */
export async function waitingFileIds({ work }: Databases): Promise<string[]> {
  return work.blobs
    .where('command')
    .notEqual(REFUSED)
    .primaryKeys()
    .then((ids) => ids.toSorted())
}

const FILE_ADDRESS = /\/api\/file\/([0-9a-f-]{36})/g

/** True while a command names a file that has not gone ahead: its text would show a hole to everybody else. */
export function isHeldByFiles(input: unknown, waiting: ReadonlySet<string>): boolean {
  if (waiting.size === 0) return false
  return [...JSON.stringify(input).matchAll(FILE_ADDRESS)].some(
    ([, id]) => id !== undefined && waiting.has(id),
  )
}

let sending: Promise<void> | undefined

/** Sends what waits on this device; one run at a time. */
export function sendFiles(): Promise<void> {
  const databases = currentDevice()?.databases
  if (!databases) return Promise.resolve()
  sending ??= sendWaitingFiles(databases, uploadFile).finally(() => {
    sending = undefined
  })
  return sending
}
