import type { Databases } from '#src/db/open-databases.ts'
import type { FileBody } from '#src/db/tables.ts'

/** Maximum number of file copies; the least recently used go first. */
const MAX_COPIES = 400

/** Stores a copy of a file that the server has. A full disk is no reason to fail: the server has it. */
export async function keepCopy({ files, cache }: Databases, fileId: string, body: FileBody): Promise<void> {
  try {
    await cache.files.put(await files.seal({ id: fileId, rev: 0, usedAt: Date.now(), body }))
    const surplus = (await cache.files.count()) - MAX_COPIES
    if (surplus > 0)
      await cache.files.bulkDelete(await cache.files.orderBy('usedAt').limit(surplus).primaryKeys())
  } catch {
    // The next reader fetches it again.
  }
}

/** Returns a file's bytes from this device: one that waits to be sent, or a copy. */
export async function findLocalFile(
  { blobs, files, cache }: Databases,
  fileId: string,
): Promise<FileBody | undefined> {
  const waiting = await blobs.find(fileId)
  if (waiting) return waiting.body
  const copy = await files.find(fileId)
  if (copy) void cache.files.update(fileId, { usedAt: Date.now() }).catch(() => undefined)
  return copy?.body
}
