import type { SessionFields } from '#domain/access/session.ts'
import { plainCodec } from '#src/db/codec.ts'
import { type Databases, deleteCache, openDatabases } from '#src/db/open-databases.ts'
import { currentDevice, setDevice } from '../current-device.ts'
import { startDevice } from '../device.ts'
import { UnsentWorkError } from './unsent-work.ts'

/** The one row of the session table. */
const SESSION_ID = 'session'

let open: Databases | undefined

/** Opens the databases of `userId` and keeps `fields` in them where a session has just begun. */
export async function openVault(userId: string, fields?: SessionFields): Promise<void> {
  if (open && open.userId !== userId) await closeVault({ withCopies: false })
  open ??= await openDatabases(userId, { codec: plainCodec })
  if (fields) await keepSession(fields)
  if (!currentDevice()) setDevice(await startDevice(open))
}

export async function keepSession(fields: SessionFields): Promise<void> {
  if (!open) return
  const row = await open.session.seal({ id: SESSION_ID, rev: Date.now(), body: fields })
  await open.work.session.put(row)
}

export async function findSession(): Promise<SessionFields | undefined> {
  return (await open?.session.find(SESSION_ID))?.body
}

/** Throws UnsentWorkError while something waits that only this device has. */
export async function refuseWhileUnsent(): Promise<void> {
  const count = (await open?.work.outbox.where('state').notEqual('acked').count()) ?? 0
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
