import { type BrowserContext, expect, type Page } from '@playwright/test'

/**
 * Returns the clear part of the rows of a table in the person's databases, read without the app; `[]` if the
 * database does not exist yet.
 */
async function rowsOf<Row>(page: Page, database: 'work' | 'cache', table: string): Promise<Row[]> {
  return page.evaluate(
    async ([kind, store]) => {
      const user = localStorage.getItem('readroom.user')
      const opening = indexedDB.open(`readroom-${kind}-${user}`)
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        // The database does not exist yet: abort, so that the app does not find an empty one.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
      })
      const asking = opened.transaction(store).objectStore(store).getAll()
      const rows = await new Promise<unknown[]>((resolve) => {
        asking.addEventListener('success', () => resolve(asking.result))
      })
      opened.close()
      // Sealed values and keys are not needed.
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row as object).filter(([, value]) => !ArrayBuffer.isView(value))),
      )
    },
    [database, table] as const,
  ) as Promise<Row[]>
}

/** Returns the ids of the commands that the server has not acknowledged, in the order of the clicks. */
export async function waitingOn(page: Page): Promise<string[]> {
  const rows = await rowsOf<{ id: string; seq: number; state: string }>(page, 'work', 'outbox')
  return rows
    .filter(({ state }) => state !== 'acked')
    .sort((a, b) => a.seq - b.seq)
    .map(({ id }) => id)
}

/** Returns when the server last refused each parked command, in ms of this device's clock. */
async function refusalTimes(page: Page): Promise<number[]> {
  const rows = await rowsOf<{ state: string; lastError?: { at: number } }>(page, 'work', 'outbox')
  return rows.filter(({ state }) => state === 'parked').map(({ lastError }) => lastError?.at ?? 0)
}

/**
 * Waits until the server has again refused the command that `act` sends once more. The list on the screen
 * cannot show this: it shows the same item before the command is sent and after its refusal.
 */
export async function expectRefusedAgain(page: Page, act: () => Promise<void>): Promise<void> {
  const last = Math.max(...(await refusalTimes(page)))
  await act()
  await expect
    .poll(async () => Math.max(0, ...(await refusalTimes(page))), 'refused once more')
    .toBeGreaterThan(last)
}

/** Returns the clear parts of the texts on this device: which text, its time, and the save that last included it. */
export function draftsOn(page: Page): Promise<object[]> {
  return rowsOf(page, 'work', 'drafts')
}

/**
 * Waits until this device holds copies of every record that its user may see: a walk that ends before leaves
 * a device with few records offline.
 */
export async function expectFetched(page: Page): Promise<void> {
  const isFetched = async () => {
    const rows = await rowsOf<{ id: string; value?: { isComplete?: boolean } }>(page, 'cache', 'meta').catch(
      () => [],
    )
    return rows.some(({ id, value }) => id === 'state' && value?.isComplete)
  }
  await expect.poll(isFetched, { message: 'every record fetched', timeout: 30_000 }).toBe(true)
}

/**
 * Takes the network from a browser once its devices hold every record, so that the offline steps have all
 * records, as at a desk that was signed in before.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  for (const page of context.pages())
    if (await page.evaluate(isSignedIn).catch(() => false)) await expectFetched(page)
  await context.setOffline(true)
}

/** Runs in the page. */
const isSignedIn = () =>
  localStorage.getItem('readroom.user') !== null && document.querySelector('main#main') !== null

/** Returns the revision of each study of which this device holds a copy. */
export async function studiesOn(page: Page): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: string; rev: number }>(page, 'cache', 'studies').catch(() => [])
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}

/** Returns how many studies this device holds copies of. */
export function countStudies(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open(`readroom-cache-${localStorage.getItem('readroom.user')}`)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const counting = opening.result.transaction('studies').objectStore('studies').count()
    await new Promise((resolve) => counting.addEventListener('success', resolve))
    opening.result.close()
    return counting.result
  })
}

/** Returns how many copies of a master this device holds. */
export async function countMasters(page: Page, kind: string): Promise<number> {
  const rows = await rowsOf<{ kind: string }>(page, 'cache', 'masters').catch(() => [])
  return rows.filter((row) => row.kind === kind).length
}

/** Returns how many records of a kind this device holds copies of. */
export async function countCopies(page: Page, table: 'visits' | 'patients'): Promise<number> {
  return (await rowsOf(page, 'cache', table).catch(() => [])).length
}

/** Waits until this device has its visits: there are some, and no more arrive. */
export async function expectVisitsOnDevice(page: Page): Promise<void> {
  let before = 0
  const isSettled = async () => {
    const { length } = await rowsOf<{ id: string }>(page, 'cache', 'visits').catch(() => [])
    const isSame = length > 0 && length === before
    before = length
    return isSame
  }
  await expect.poll(isSettled, { intervals: [1_000], timeout: 30_000 }).toBe(true)
}

/** Waits until these studies can be opened offline, by the app in the service worker's cache. */
export async function expectOnDevice(page: Page, studyIds: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const held = await studiesOn(page)
      return studyIds.filter((id) => !held.has(id))
    })
    .toEqual([])
  await page.evaluate(() => navigator.serviceWorker.ready)
}

/** Waits until the server has acknowledged every change of this device. */
export async function expectDrained(page: Page, timeout = 15_000): Promise<void> {
  await expect.poll(() => waitingOn(page), { timeout }).toEqual([])
}
