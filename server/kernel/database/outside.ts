import type { Config } from '../config.ts'
import { demandDatabase } from './demand-database.ts'
import type { DatabaseUrls } from './logins.ts'
import { migrate } from './migrate.ts'

/**
 * Connects to an outside database by both of its addresses and migrates it to the newest schema. Throws an error that
 * names the setting and the remedy if an address is missing or wrong, or if the two lead to different databases.
 */
export async function prepareOutside({
  databaseUrl,
  migrationUrl,
}: {
  databaseUrl: string
  migrationUrl: Config['migrationUrl']
}): Promise<DatabaseUrls> {
  const pool = await demandDatabase('DATABASE_URL', databaseUrl)
  if (migrationUrl === undefined)
    throw new Error(
      `READROOM_MIGRATION_URL is not set. DATABASE_URL names the login of the server, which may not own its tables, and READROOM_MIGRATION_URL another login of the same database, which owns it and makes them. Where ${pool.login} has owned them so far: an administrator of the database runs once: create role readroom_pool login noinherit password '…'; Then put what DATABASE_URL says today into READROOM_MIGRATION_URL, and name readroom_pool in DATABASE_URL.`,
    )
  const owner = await demandDatabase('READROOM_MIGRATION_URL', migrationUrl)
  if (owner.identity !== pool.identity)
    throw new Error(
      'READROOM_MIGRATION_URL and DATABASE_URL lead to different databases. Correct host, port or database of one of them.',
    )
  if (owner.login === pool.login)
    throw new Error(
      `READROOM_MIGRATION_URL and DATABASE_URL name the same login, ${pool.login}. The server needs a login of its own that may not own its tables. An administrator of the database runs once: create role readroom_pool login noinherit password '…'; Then name readroom_pool in DATABASE_URL.`,
    )
  await migrate(migrationUrl, { poolLogin: pool.login })
  return { url: databaseUrl, migrationUrl }
}
