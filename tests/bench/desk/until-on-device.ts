import type { Page } from '@playwright/test'

const LOOK_MS = 2_000
const PATIENCE_MS = 180_000

/** Waits until a table of the device's copies holds at least `count` rows. */
export async function untilOnDevice(page: Page, table: string, count: number): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const held = await page.evaluate(countRows, table)
    if (held >= count) return
    if (Date.now() > until) throw new Error(`the device holds ${held} ${table}, ${count} are asked for`)
    await page.waitForTimeout(LOOK_MS)
  }
}

// Runs in the page.
async function countRows(table: string): Promise<number> {
  const name = (await indexedDB.databases()).find((one) => one.name?.includes('cache'))?.name
  if (name === undefined) return 0
  const database = await new Promise<IDBDatabase>((done, refuse) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => done(opening.result))
    opening.addEventListener('error', () => refuse(opening.error ?? new Error('not opened')))
  })
  const count = await new Promise<number>((done) => {
    const asking = database.transaction(table).objectStore(table).count()
    asking.addEventListener('success', () => done(asking.result))
  })
  database.close()
  return count
}
