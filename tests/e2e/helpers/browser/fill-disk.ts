import type { Page } from '@playwright/test'

/**
 * Fills another database of the same origin until not even a row of a few letters fits. The browser notices a
 * lower quota only half a minute later, because it uses its last known free space.
 */
export async function fillDisk(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const opening = indexedDB.open('ballast', 1)
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore('rows', { autoIncrement: true }),
    )
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const fits = (bytes: number) =>
      new Promise<boolean>((resolve) => {
        const writing = opening.result.transaction('rows', 'readwrite')
        const row = new Uint8Array(bytes)
        for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(row.subarray(at, at + 65_536))
        writing.objectStore('rows').add(row)
        writing.addEventListener('complete', () => resolve(true))
        writing.addEventListener('abort', () => resolve(false))
      })
    for (let bytes = 1_048_576; bytes >= 16; bytes /= 4) while (await fits(bytes));
    opening.result.close()
  })
}
