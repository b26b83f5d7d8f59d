import { findOrMintDeviceId } from '#src/db/device-id.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import { VaultClosedError } from '#src/db/sealing/key-slot.ts'
import { openWorklist } from '#src/workers/worklist-client.ts'
import { callApi, OfflineError } from './api/call-api.ts'
import { setPageDevice } from './api/page-device.ts'
import { type Device, startDevice } from './device.ts'
import { readStorageFacts } from './device-facts/storage-facts.ts'
import { uploadFile } from './files/file-transfer.ts'
import { browserLocks, NO_LOCKS } from './leader/browser-locks.ts'
import { openTabChannel } from './leader/channel.ts'
import { browserLink } from './link/browser-link.ts'
import { isVisible } from './link/page.ts'
import { keepUnloadDrafts } from './reports/unload-drafts.ts'
import { askForBackgroundSync } from './sealed/background-sync.ts'
import { READER_ZONE } from './session/branch-zone.ts'
import { credentialsNow, currentSession, renewRights } from './session/session-state.ts'
import { reportStorageProblem } from './storage/storage-problem.ts'
import { STORAGE_WORDS } from './storage/words.ts'

/** Starts the device of a user in this page of the browser; `findKey` returns the key while the vault is open. */
export async function startBrowserDevice(
  databases: Databases,
  findKey: () => DataKey | undefined,
): Promise<Device> {
  const locks = browserLocks()
  if (!locks) reportStorageProblem(STORAGE_WORDS.noLocks)
  const device = await startDevice(databases, {
    call: callApi,
    fetch: (url, init) => fetch(url, init),
    upload: uploadFile,
    credentials: credentialsNow,
    findKey,
    authorName: () => currentSession()?.name ?? '',
    deviceId: await findOrMintDeviceId(),
    link: browserLink(),
    locks: locks ?? NO_LOCKS,
    channel: openTabChannel(databases.userId),
    isVisible,
    openWorklist: (userId) => openWorklist(userId, findKey),
    now: () => Date.now(),
    random: Math.random,
    zone: READER_ZONE,
    storage: readStorageFacts,
    isReader: () => currentSession()?.is_doctor === 1,
    onRights: renewRights,
    onWaiting: () => void askForBackgroundSync(),
    onError: reportUnexpected,
  })
  setPageDevice({ history: device.history.read, keepNote: device.keepNote })
  // Whatever screen opens first: text left by the previous page is held for only a minute.
  void keepUnloadDrafts(device)
  return {
    ...device,
    stop: async () => {
      setPageDevice(undefined)
      await device.stop()
    },
  }
}

// An unreachable server, a closed page or a closed vault are normal here and not reported.
function reportUnexpected(error: unknown): void {
  const isExpected =
    error instanceof OfflineError ||
    error instanceof VaultClosedError ||
    (error instanceof Error && error.name === 'AbortError')
  if (!isExpected) console.warn('Readroom sync', error)
}
