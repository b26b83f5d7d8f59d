import { sql } from 'kysely'
import { reportRestores } from '#server/features/devices/restores.ts'
import type { Config } from '#server/kernel/config.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { reachDatabase } from './reach-database.ts'
import type { ClientReports } from './restore-report-words.ts'

/** Returns the reports of the restores of the last months, of every active client. */
export async function readReports(config: Config, now: Date): Promise<ClientReports[]> {
  const reached = await reachDatabase(config)
  try {
    const database = await openDatabase({ url: reached.url, poolMax: 1 })
    try {
      const ids = await database.entry(async (tx) => {
        const { rows } = await sql<{ id: string }>`select id from entry.active_clients() as a (id)`.execute(
          tx,
        )
        return rows.map(({ id }) => id)
      })
      const clients: ClientReports[] = []
      for (const id of ids)
        clients.push(
          await database.tenant(id, async (tx) => {
            const { name } = await tx
              .selectFrom('client')
              .select('name')
              .where('id', '=', id)
              .executeTakeFirstOrThrow()
            return { client: name, reports: await reportRestores(tx, id, now) }
          }),
        )
      return clients
    } finally {
      await database.close()
    }
  } finally {
    await reached.leave()
  }
}
