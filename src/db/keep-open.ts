import { Dexie, RangeSet } from 'dexie'

/** Delay before the one retry of a failed reopening; after that, the next use retries. */
const AGAIN_MS = 1_000

/**
 * Reopens a database that the browser closed (storage cleared, disk gone, the browser's own recovery) or that another
 * page deleted, and makes all live queries read again: a read that broke off with the connection would otherwise wait
 * for the next write. A database that this page closed itself stays closed.
 */
export function keepOpen(database: Dexie): void {
  let isOpenedAgain = false
  // Runs for the current connection, and at each opening before anybody who waits for it continues.
  database.on(
    'ready',
    () => {
      watchConnection(database)
      // After the opening: a read that starts now would run inside of it.
      if (isOpenedAgain) setTimeout(readAllAnew, 0)
      isOpenedAgain = true
    },
    true,
  )
}

function watchConnection(database: Dexie): void {
  database.backendDB().addEventListener('close', () => {
    // Dexie has dropped the connection by then; the next use would open it, but there may be none for long.
    setTimeout(() => openAgain(database, AGAIN_MS), 0)
  })
}

function openAgain(database: Dexie, againMs?: number): void {
  if (database.hasBeenClosed()) return
  database.open().catch(() => {
    if (againMs !== undefined) setTimeout(() => openAgain(database), againMs)
  })
}

/** As Dexie does when a page is restored from the back-forward cache. */
const readAllAnew = (): void => Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })

/** Whether a write failed because its connection ended: nothing was written, and it can be repeated. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['DatabaseClosedError', 'InvalidStateError', 'AbortError'].includes(error.name)
}
