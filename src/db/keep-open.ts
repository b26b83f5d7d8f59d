import { Dexie, RangeSet } from 'dexie'

/** After a failure to open again it is tried once more after so long, and then at the next use. */
const AGAIN_MS = 1_000

/**
 * Opens a database again that the browser closed (storage cleared, the disk away, the browser's own recovery) or that
 * another page deleted, and has everybody who reads it live read anew: a reading that the end of the connection broke off
 * would otherwise wait for the next write. What this page closes itself stays closed.
 */
export function keepOpen(database: Dexie): void {
  let isOpenedAgain = false
  // Called for the connection that there is, and at each opening before anybody who waits for it goes on.
  database.on(
    'ready',
    () => {
      watchConnection(database)
      // Behind the opening: a reading begun now would be one of it.
      if (isOpenedAgain) setTimeout(readAllAnew, 0)
      isOpenedAgain = true
    },
    true,
  )
}

function watchConnection(database: Dexie): void {
  database.backendDB().addEventListener('close', () => {
    // The library has let go of the connection by then; the next use would open it, and there may be none for long.
    setTimeout(() => openAgain(database, AGAIN_MS), 0)
  })
}

function openAgain(database: Dexie, againMs?: number): void {
  if (database.hasBeenClosed()) return
  database.open().catch(() => {
    if (againMs !== undefined) setTimeout(() => openAgain(database), againMs)
  })
}

/** As the library does where a page comes back as the browser had kept it. */
const readAllAnew = (): void => Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) })

/** Whether a write failed because the connection ended under it: nothing of it was kept, and it can be made again. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['DatabaseClosedError', 'InvalidStateError', 'AbortError'].includes(error.name)
}
