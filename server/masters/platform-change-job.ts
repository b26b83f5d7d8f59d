import { sql } from 'kysely'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Change, Tx } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { defineJob, type Job } from '#server/kernel/jobs/job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { changesOf } from './announce.ts'
import { ANNOUNCE_PLATFORM_CHANGE } from './platform-change-name.ts'

/**
 * Brings a change of the platform's records into the feed of every active client: a feed is one client's, so each gets
 * rows of its own. A second run writes them again, which devices answer with what they hold already.
 */
export function createPlatformChangeJob(kernel: Kernel, masters: readonly AnyMaster[]): Job {
  const shared = masters.filter(({ owner }) => owner === 'platform')
  return defineJob({
    name: ANNOUNCE_PLATFORM_CHANGE,
    run: async ({ ids }) => {
      const changes = await kernel.database.tenant(PLATFORM_CLIENT_ID, (tx) => selectChanges(tx, shared, ids))
      const clients = await kernel.database.entry(async (tx) => {
        const { rows } = await sql<{ id: string }>`select id from entry.active_clients() as id`.execute(tx)
        return rows
      })
      for (const { id } of clients)
        if (id !== PLATFORM_CLIENT_ID)
          await write(kernel, id, async ({ changed }) => {
            for (const change of changes) changed(change)
          })
    },
  })
}

async function selectChanges(
  tx: Tx,
  masters: readonly AnyMaster[],
  ids: readonly string[],
): Promise<Change[]> {
  const changes: Change[] = []
  for (const master of masters) {
    const { rows } = await sql<{ id: string; rev: number; isGone: boolean }>`
      select id, rev, hidden is not null as "isGone" from ${sql.table(master.table)}
      where client_id = ${PLATFORM_CLIENT_ID} and id = any(${[...ids]}::uuid[])`.execute(tx)
    changes.push(...rows.flatMap((row) => changesOf(master, row)))
  }
  return changes
}
