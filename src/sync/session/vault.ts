import type { SessionFields } from '#domain/access/session.ts'
import { plainCodec } from '#src/db/codec.ts'
import { DATABASE_WORDS, type Databases, deleteCache, openDatabases } from '#src/db/open-databases.ts'
import { startBrowserDevice } from '../browser-device.ts'
import { currentDevice, setDevice } from '../current-device.ts'
import { waitingFileIds } from '../files/send-files.ts'
import { reportStorageProblem } from '../storage/storage-problem.ts'
import { tryCredentials } from './session-state.ts'
import { UnsentWorkError } from './unsent-work.ts'

/** The one row of the session table. */
const SESSION_ID = 'session'

let open: Databases | undefined

/**
 * Opens the databases of `userId` with the session that has just begun, or with the one they hold, and puts the device
 * to work; answers the session. Without one they are closed again: what waits keeps waiting.
 */
export async function openVault(userId: string, begun?: SessionFields): Promise<SessionFields | undefined> {
  if (open && open.userId !== userId) await closeVault({ withCopies: false, keepSession: true })
  open ??= await openDatabases(userId, { codec: plainCodec, onOutdated })
  if (begun) await keepSession(begun)
  const session = begun ?? (await open.session.find(SESSION_ID))?.body
  if (!session) {
    await closeVault({ withCopies: false })
    return undefined
  }
  // The device calls the server at once, before the screens know of the session.
  tryCredentials(session)
  if (!currentDevice()) setDevice(await startBrowserDevice(open))
  return session
}

// A newer build took the databases over: this page can keep nothing any more and says so.
function onOutdated(): void {
  reportStorageProblem(DATABASE_WORDS.outdated)
  const device = currentDevice()
  setDevice(undefined)
  void device?.stop()
}

export async function keepSession(fields: SessionFields): Promise<void> {
  if (!open) return
  const row = await open.session.seal({ id: SESSION_ID, rev: 0, body: fields })
  await open.work.session.put(row)
}

/** Throws UnsentWorkError while something waits that only this device has. */
export async function refuseWhileUnsent(): Promise<void> {
  if (!open) return
  const { work } = open
  const commands = await work.outbox.where('state').notEqual('acked').count()
  const count = commands + (await waitingFileIds(work)).length
  if (count > 0) throw new UnsentWorkError(count)
}

export interface CloseOptions {
  /** Deletes the copies too: until they are sealed, a desk that somebody left keeps none. */
  withCopies: boolean
  /** Leaves the session's fields for the tab that still uses them. */
  keepSession?: boolean
}

/** Closes the databases and forgets the token; what waits to be sent is never touched. */
export async function closeVault({ withCopies, keepSession = false }: CloseOptions): Promise<void> {
  const closing = open
  const device = currentDevice()
  open = undefined
  setDevice(undefined)
  await device?.stop()
  if (!closing) return
  if (!keepSession) await closing.work.session.delete(SESSION_ID)
  closing.close()
  if (withCopies) await deleteCache(closing.userId)
}
