import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { viewDesks } from '../check/desk-view.ts'
import { DESK_RIGHTS, DESK_ROLE } from '../sim/desk/centre.ts'
import type { World } from '../sim/world.ts'
import { later } from './at-tab.ts'
import { fault } from './row.ts'
import { pauseMs } from './seat.ts'

/** The clocks of all schedules are in this month. */
const MONTH = '2026-11-01'
/** Later than anything in a schedule's feed. */
const ALL_OF_THE_FEED = new Date('2100-01-01T00:00:00Z')

/** Faults of the client's data: its books, its feed, its keys, its backups, and rights. */
export const CLIENT_FAULTS = {
  /** The first branch's month is locked while devices hold money of it. */
  'month lock': fault<object>({
    choices: {},
    words: () => 'the month of the first branch is locked',
    perform: lockMonth,
  }),
  /** Entries that devices have not pulled yet are removed from the feed, as beyond its horizon. */
  'feed pruned': fault<object>({
    choices: {},
    words: () => 'the feed is pruned',
    perform: async ({ server }) => {
      await server.database.pool.query('select entry.drop_old_feed($1, $2)', [ALL_OF_THE_FEED, 1_000_000])
    },
  }),
  /** The server restarts with another sealing key: commands sealed for the earlier one cannot be opened. */
  'other key': fault<{ ms: number }>({
    choices: { ms: fc.constantFrom(0, 1_000, 10_000) },
    words: ({ ms }) => `the server is killed and has another key when it is back after ${ms} ms`,
    perform: (world, { ms }) => {
      world.server.changeKey()
      world.killServer(ms)
    },
  }),
  'rights lost': fault<{ ms: number }>({
    choices: { ms: pauseMs },
    words: ({ ms }) => `desks lose all their rights for ${ms} ms`,
    perform: async (world, { ms }) => {
      await setRights(world, [])
      later(world, ms, () => void world.offStage(() => setRights(world, DESK_RIGHTS)))
    },
  }),
  /** The desk of both branches loses the second one, while the feed sends changes of that branch. */
  'branch lost': fault<{ ms: number }>({
    choices: { ms: pauseMs },
    words: ({ ms }) => `the desk of both branches loses the second one for ${ms} ms`,
    perform: async (world, { ms }) => {
      await setBranches(world, 1)
      later(world, ms, () => void world.offStage(() => setBranches(world, 2)))
    },
  }),
  backup: fault<object>({
    choices: {},
    words: () => 'a backup is made',
    perform: (world) => world.offStage(() => world.server.backup()),
  }),
  /** The last backup replaces the present data; without a backup nothing happens. */
  restore: fault<object>({
    choices: {},
    words: () => 'the backup is restored',
    perform: restore,
  }),
} as const

async function lockMonth({ server, client }: World): Promise<void> {
  const [branch] = client.centre?.branches ?? []
  if (!branch) return
  await server.database.tenant(client.id, (tx) =>
    sql`insert into month_lock (client_id, id, branch_id, month, version, totals, rows, sha256, locked_on, locked_by)
      select ${client.id}, ${randomUUID()}, ${branch.id}, ${MONTH}, 1, '{}', 0, ${'0'.repeat(64)}, ${server.now()},
        ${client.users[0]!.id}
      where not exists (select from month_lock where client_id = ${client.id} and branch_id = ${branch.id})`.execute(
      tx,
    ),
  )
}

const setRights = ({ server, client, rightsMovedAt, time }: World, modules: readonly string[]) => {
  rightsMovedAt.push(time.now)
  return server.database.tenant(client.id, (tx) =>
    tx
      .updateTable('role')
      .set({ modules: [...modules] })
      .where('client_id', '=', client.id)
      .where('id', '=', DESK_ROLE)
      .execute(),
  )
}

const setBranches = ({ server, client, rightsMovedAt, time }: World, count: number) => {
  rightsMovedAt.push(time.now)
  return server.database.tenant(client.id, (tx) =>
    tx
      .updateTable('app_user')
      .set({ branch_ids: (client.centre?.branches ?? []).slice(0, count).map(({ id }) => id) })
      .where('client_id', '=', client.id)
      .where('id', '=', client.users.at(-1)!.id)
      .execute(),
  )
}

/** Restores what these faults removed: everybody has their first rights again. */
export async function healClient(world: World): Promise<void> {
  if (!world.client.centre) return
  await world.offStage(async () => {
    await setRights(world, DESK_RIGHTS)
    await setBranches(world, 2)
  })
}

async function restore(world: World): Promise<void> {
  if (!world.server.hasBackup) return
  await world.offStage(async () => {
    if (world.client.centre)
      world.ledger.seenNumbers.push(...(await viewDesks(world.server, world.client.id)).numbers)
    await world.server.restore()
  })
  // Acknowledged commands return into the queues: that is required of a device now.
  for (const device of world.devices) device.isRestored = true
}
