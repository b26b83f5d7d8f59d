import type { MasterCopy } from '#contract/masters/copy.ts'
import type { AnyMaster } from '#contract/masters/define-master.ts'
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
  /** The server's words, where it has some. */
  message: string | undefined
}

/**
 * Saves a record at the server, changed on revision `rev` or new without one, and takes its answer over as the copy of
 * this device; `clientId` names the client that the platform's administrator acts in. Throws ApiError (`conflict` with the record as it stands now, `invalid` with the fields) or OfflineError.
 */
export async function saveMaster<M extends AnyMaster>(
  master: M,
  input: InputOf<M>,
  { rev, clientId }: { rev?: number | undefined; clientId?: string | undefined } = {},
): Promise<SavedMaster<M>> {
  const sent = { ...input, ...inClient(clientId) }
  const { result, message } = await callApi(master.calls.save, sent, { baseRev: rev })
  // What the platform does inside a client is no copy of this device.
  if (clientId === undefined) await keepCopy(master, result)
  tellOthers(master)
  return { record: result as RecordOf<M>, message }
}

/** Deletes a record at the server and its copy here; returns the server's words. Throws ApiError or OfflineError. */
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

/** What follows from a change (pickers, names elsewhere) comes by the feed. */
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
  // A device that cannot keep it shows what the server has all the same.
  await putBesideOthers(databases, copy).catch(() => undefined)
}

/**
 * Only beside copies that the feed brought: a single one would pass for the whole list on a device that holds none yet.
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
