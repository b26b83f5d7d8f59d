import type { Databases } from '#src/db/open-databases.ts'

/**
 * Lets files that the server had wait to be sent once more, from the copies of this device: a restored server may lack
 * them, and a file that it has is the same file. What is not here any more, or waits already, is left.
 */
export async function sendFilesAgain(
  { work, blobs, files }: Databases,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    if (await work.blobs.get(id)) continue
    const copy = await files.find(id)
    // A copy that was fetched from the server does not say what it is for; whoever uploaded it has one that does.
    if (!copy || copy.body.purpose === '') continue
    await work.blobs.put(await blobs.seal({ id, rev: 0, command: '', body: copy.body }))
  }
}
