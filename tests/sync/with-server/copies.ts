import { Buffer } from 'node:buffer'
import { SYNCED_RECORDS } from '#contract/records/records.ts'
import type { CopyRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { type Caller, createCaller } from '#src/sync/api/caller.ts'
import * as transport from '#src/sync/api/transport.ts'
import { createPuller, type Puller, type StudyChange } from '#src/sync/pull/puller.ts'
import { createRepairer, type Repairer } from '#src/sync/repair/repairer.ts'
import type { DemoServer } from '#tests/server/features/open-demo.ts'
import { openBare } from '../support/test-page.ts'

/** The copies of one device against the real server; nothing runs automatically. */
export interface Copies {
  databases: Databases
  call: Caller
  puller: Puller
  repairer: Repairer
  /** Ids of studies whose changes were sent to lists. */
  told: StudyChange[]
  /** The requested paths. */
  asked: string[]
}

export const NEVER = new AbortController().signal

/** Signs in on a new device, or on one that was used before. */
export async function openCopies(
  demo: DemoServer,
  username: string,
  known?: Pick<Copies, 'databases'>,
): Promise<Copies> {
  const { token } = await demo.signIn(username)
  const asked: string[] = []
  const call = callerFor(demo, token, asked)
  const databases = known?.databases ?? (await openBare())
  const puller = createPuller(databases, call)
  const told: StudyChange[] = []
  puller.studies$.subscribe((change) => told.push(change))
  return { databases, call, puller, repairer: createRepairer(databases, call, puller), told, asked }
}

function callerFor(demo: DemoServer, token: string, asked: string[]): Caller {
  return createCaller({
    transport: () => transport,
    fetch: async (url, init) => {
      init.signal?.throwIfAborted()
      asked.push(url.split('?')[0] ?? '')
      const response = await demo.app.inject({
        method: init.method as 'GET' | 'POST',
        url,
        headers: init.headers as Record<string, string>,
        ...(init.body === undefined ? {} : { payload: Buffer.from(init.body as string) }),
      })
      const headers = { 'content-type': 'application/json' }
      return new Response(response.body, { status: response.statusCode, headers })
    },
    now: () => demo.clock.now,
    zone: 'Asia/Kolkata',
    credentials: () => ({ token, session_id: '' }),
    onReach: () => undefined,
    onSignedOut: () => undefined,
  })
}

/** Returns what a new device of this person would pull now: revisions by type and id. */
export async function freshRevisions(demo: DemoServer, username: string): Promise<Map<string, number>> {
  const fresh = await openCopies(demo, username)
  await fresh.puller.pull()
  const held = await revisions(fresh.databases)
  fresh.databases.close()
  return held
}

/** Returns revisions by type and id. */
export async function revisions(databases: Databases): Promise<Map<string, number>> {
  return new Map([...(await everything(databases))].map(([name, { rev }]) => [name, rev]))
}

/** Returns everything that the device holds, by type and id, as it is stored. */
export async function everything({ cache }: Databases): Promise<Map<string, CopyRow>> {
  const held = new Map<string, CopyRow>()
  for (const { type, copies } of SYNCED_RECORDS)
    for (const row of await cache.table<CopyRow>(copies.table).toArray()) held.set(`${type} ${row.id}`, row)
  return held
}
