import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { prepareRoles } from './roles.ts'

/** Folder of the .sql files that make up the schema. */
export const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations')
/** Any number, the same in every process: one migrates, the others wait. */
const MIGRATION_LOCK = 72_316_001

const JOURNAL = `create table if not exists migration (
  name text primary key, sha256 text not null, at timestamptz not null default now())`

/**
 * Brings a database to the newest schema: plain .sql files in order, each once and in its own transaction, as the role
 * readroom_owner, which the login of `migrationUrl` must be able to take. Afterwards `poolLogin`, if given, may take
 * the application's roles. Throws if a file was edited after it ran. Returns the names that ran now.
 */
export async function migrate(
  migrationUrl: string,
  { folder = MIGRATIONS, poolLogin }: { folder?: string; poolLogin?: string } = {},
): Promise<string[]> {
  const client = new Client({ connectionString: migrationUrl, application_name: 'readroom migration' })
  // A connection that drops is reported by the query that used it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await prepareRoles(client, poolLogin)
    await client.query(JOURNAL)
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration',
    )
    const done = new Map(rows.map((row) => [row.name, row.sha256]))
    const ran: string[] = []
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .toSorted())
      if (await runOnce(client, folder, name, done.get(name))) ran.push(name)
    return ran
  } finally {
    await client.end()
  }
}

async function runOnce(
  client: Client,
  folder: string,
  name: string,
  before: string | undefined,
): Promise<boolean> {
  // A checkout on Windows may change line endings; the statement stays the same.
  const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
  const sha256 = createHash('sha256').update(text).digest('hex')
  if (before === sha256) return false
  if (before !== undefined)
    throw new Error(`The migration ${name} was edited after it ran here. Undo the edit and add a new file.`)
  try {
    // Rows that a forced policy hides from the owner cause an error: changing no rows would look like success.
    await client.query(
      `begin; set local role readroom_owner; set local row_security = off; ${text}\n; reset role`,
    )
    await client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    })
  }
}
