import type { Databases } from '#src/db/open-databases.ts'

/**
 * Queues files that the server had for another upload, from the copies of this device: a restored server may lack them,
 * and resending one that it has changes nothing. Skips files that are not here any more, or already wait.
 */
export async function sendFilesAgain(
  { work, blobs, files }: Databases,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    if (await work.blobs.get(id)) continue
    const copy = await files.find(id)
    // A copy fetched from the server does not record its purpose; the uploader's device has one that does.
    if (!copy || copy.body.purpose === '') continue
    await work.blobs.put(await blobs.seal({ id, rev: 0, command: '', body: copy.body }))
  }
}
