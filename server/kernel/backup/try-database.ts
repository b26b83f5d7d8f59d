import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { startEmbedded } from '../database/embedded.ts'
import { MIGRATIONS } from '../database/migrate.ts'
import { beginHistory, type LeftOut, readLeftOut } from './begin-history.ts'

/** What was found in a restored database. */
export interface TriedDatabase {
  /** The newest migration that ran in it. */
  migration: string
  /** Contents of files that its rows name, as names in the files folder (hex of SHA-256). */
  contents: string[]
  /** The numbers that were skipped, series by series. */
  leftOut: LeftOut[]
}

/**
 * Starts an unpacked database once, on its own: PostgreSQL replays the log to the end of the backup or refuses. Sets a
 * new epoch, so that devices with a later state rebuild their copies. `made` is the moment of the backup. Throws if the
 * backup comes from a newer Readroom.
 */
export async function tryDatabase(
  home: string,
  program: string,
  moments: { made: Date; now: Date },
): Promise<TriedDatabase> {
  const started = await startEmbedded({ dataDir: home, program })
  try {
    const client = new Client({
      connectionString: started.migrationUrl,
      application_name: 'readroom restore',
    })
    client.on('error', () => {})
    await client.connect()
    try {
      const migration = await readMigration(client)
      await client.query('set role readroom_owner')
      const contents = await readContents(client)
      await beginHistory(client, moments)
      return { migration, contents, leftOut: await readLeftOut(client) }
    } finally {
      await client.end().catch(() => {})
    }
  } finally {
    await started.stop()
  }
}

/**
 * Returns the names of all files in the database, of all clients; lifts row-level security of the owner for
 * this query only.
 */
async function readContents(client: Client): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query('alter table file no force row level security')
    await client.query('set local row_security = off')
    const { rows } = await client.query<{ name: string }>(
      "select distinct encode(sha256, 'hex') as name from file",
    )
    return rows.map(({ name }) => name)
  } finally {
    await client.query('rollback')
  }
}

async function readMigration(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name')
  const known = new Set(readdirSync(MIGRATIONS))
  const unknown = rows.find(({ name }) => !known.has(name))
  if (unknown)
    throw new Error(
      `The backup comes from a newer Readroom (${unknown.name}). Update this one first, then restore.`,
    )
  const last = rows.at(-1)
  if (!last) throw new Error('The backup holds a database that was never set up.')
  return last.name
}
