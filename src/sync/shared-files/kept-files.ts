import { v7 as mintId } from 'uuid'
import type { AnswerRow } from '#src/db/cache-database.ts'
import { withQuotaRetry } from '#src/db/quota.ts'
import { getDevice } from '../current-device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/** A file that waits to be filed with a patient. */
export interface KeptFile {
  id: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

const PREFIX = 'shared-file:'

/**
 * Stores files sealed on this device until they are filed or discarded, all of them or none; their names are sealed
 * too. On a full disk, copies are evicted. Throws StorageFullError if that is not enough; nothing is stored then.
 */
export async function keepSharedFiles(files: readonly Omit<KeptFile, 'id'>[]): Promise<void> {
  const { answers, cache } = getDevice().databases
  const at = Date.now()
  const rows = files.map((file) => ({ id: PREFIX + mintId(), rev: 0, body: { answer: file, at } }))
  const sealed = await answers.sealAll(rows)
  await withQuotaRetry(cache, () =>
    cache.transaction('rw', cache.answers, () => cache.answers.bulkPut(sealed).then(() => undefined)),
  )
}

/** Deletes files that were filed or discarded. */
export async function dropSharedFiles(ids: readonly string[]): Promise<void> {
  await getDevice().databases.cache.answers.bulkDelete([...ids])
}

/** Returns the waiting files of this device, oldest first; undefined until they are read. */
export function useSharedFiles(): readonly KeptFile[] | undefined {
  return useLive(KEPT, PREFIX).answer
}

const KEPT: LiveQuestion<AnswerRow[], KeptFile[]> = {
  read: ({ databases: { cache } }) => cache.answers.where('id').startsWith(PREFIX).sortBy('id'),
  open: async (rows, { databases }) =>
    (await databases.answers.openAll(rows)).map(({ id, body }) => ({
      ...(body.answer as Omit<KeptFile, 'id'>),
      id,
    })),
}
