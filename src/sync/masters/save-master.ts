import type { MasterCopy } from '#contract/masters/engine/copy.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { MasterRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Opened } from '#src/db/repository.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import { LOCAL_SCOPE } from '../pull/copies.ts'
import { announceMaster } from './master-news.ts'
import { copyIdOf, type InputOf, type MasterRecord, type RecordOf } from './master-of.ts'

export interface SavedMaster<M extends AnyMaster> {
  record: RecordOf<M>
  /** The server's message, if any. */
  message: string | undefined
}

/**
 * Saves a record on the server, changed from revision `rev` or new without one, and stores its answer as this device's
 * copy; `clientId` is the client in which the platform administrator acts. Throws ApiError (`conflict` with the current
 * record, `invalid` with the fields) or OfflineError.
 */
export async function saveMaster<M extends AnyMaster>(
  master: M,
  input: InputOf<M>,
  { rev, clientId }: { rev?: number | undefined; clientId?: string | undefined } = {},
): Promise<SavedMaster<M>> {
  const sent = { ...input, ...inClient(clientId) }
  const { result, message } = await callApi(master.calls.save, sent, { baseRev: rev })
  // Changes that the platform makes inside a client are no copies of this device.
  if (clientId === undefined) await keepCopy(master, result)
  tellOthers(master)
  return { record: result as RecordOf<M>, message }
}

/** Deletes a record on the server and its copy here; returns the server's message. Throws ApiError or OfflineError. */
export async function removeMaster(
  master: AnyMaster,
  record: Readonly<Record<string, unknown>>,
  clientId?: string,
): Promise<string> {
  const { message } = await callApi(master.calls.remove, { id: record.id as string, ...inClient(clientId) })
  const databases = currentDevice()?.databases
  if (databases && clientId === undefined) await databases.cache.masters.delete(copyIdOf(record))
  tellOthers(master)
  return message
}

const inClient = (clientId: string | undefined) => (clientId === undefined ? {} : { client_id: clientId })

/** Side effects of a change (pickers, names elsewhere) come with the feed. */
function tellOthers({ key }: AnyMaster): void {
  announceMaster(key)
  currentDevice()?.refresh()
}

async function keepCopy({ key }: AnyMaster, record: MasterRecord): Promise<void> {
  const databases = currentDevice()?.databases
  if (!databases) return
  const id = copyIdOf(record)
  const body: MasterCopy = { id, rev: record.rev, kind: key, record }
  const copy = { id, rev: record.rev, kind: key, scope: LOCAL_SCOPE, body }
  // A device that cannot store it shows the server's data all the same.
  await putBesideOthers(databases, copy).catch(() => undefined)
}

/**
 * Stores it only beside copies from the feed: on a device without any, a single one would look like the whole list.
 */
async function putBesideOthers(databases: Databases, copy: Opened<MasterRow, MasterCopy>): Promise<void> {
  const { masters } = databases.cache
  const row = await databases.masters.seal(copy)
  await databases.cache.transaction('rw', masters, async () => {
    const [held, count] = await Promise.all([
      masters.get(copy.id),
      masters.where('kind').equals(copy.kind).count(),
    ])
    if (count === 0 || (held && held.rev >= copy.rev)) return
    await masters.put({ ...row, scope: held?.scope ?? LOCAL_SCOPE })
  })
}
