import { Client } from 'pg'

const CONNECT_MS = 10_000
const OLDEST = 150_000

/** Settings that name an outside database. */
export type UrlSetting = 'DATABASE_URL' | 'READROOM_MIGRATION_URL'

/** The parts of the setting, without its password. */
interface Named {
  setting: UrlSetting
  host: string
  port: number
  user: string | undefined
  database: string | undefined
}

/** What a connection found. */
export interface FoundDatabase {
  login: string
  /** The same for two connections to one database of one running PostgreSQL, whatever host names they use. */
  identity: string
}

/**
 * Connects once to the database that `setting` names by `url`. Throws an error that names the setting and the remedy if
 * that fails, or if PostgreSQL is older than 15. Its message never contains the password.
 */
export async function demandDatabase(setting: UrlSetting, url: string): Promise<FoundDatabase> {
  const client = clientOf(setting, url)
  // A connection that drops is reported by the query that used it.
  client.on('error', () => {})
  const { host, port, user, database } = client
  try {
    await client.connect()
    const { rows } = await client.query<FoundDatabase & { number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
        session_user::text as login, oid || ' since ' || extract(epoch from pg_postmaster_start_time()) as identity
       from pg_database where datname = current_database()`,
    )
    const found = rows[0] ?? { number: 0, version: 'of an unknown version', login: '', identity: '' }
    if (found.number < OLDEST)
      throw new Error(
        `${setting} names a PostgreSQL ${found.version}. Readroom needs PostgreSQL 15 or newer.`,
      )
    return { login: found.login, identity: found.identity }
  } catch (error) {
    throw inWords(error, { setting, host, port, user, database })
  } finally {
    await client.end().catch(() => {})
  }
}

function clientOf(setting: UrlSetting, url: string): Client {
  try {
    // With a second @, part of the password would be taken for the host and shown in a message.
    if ((url.split('?')[0]?.match(/@/g) ?? []).length > 1) throw new Error('more than one @')
    return new Client({
      connectionString: url,
      application_name: 'readroom start',
      connectionTimeoutMillis: CONNECT_MS,
    })
  } catch {
    // The parser's own error quotes the address with its password.
    throw new Error(
      `${setting} cannot be understood. It reads postgres://user:password@host:5432/database; signs such as @ : / # in the password are written as %40 %3A %2F %23.`,
    )
  }
}

function inWords(error: unknown, named: Named): unknown {
  if (!(error instanceof Error)) return error
  const words = wordsOf(error, named)
  return words === undefined ? error : new Error(words, { cause: error })
}

function wordsOf(error: Error, { setting, host, port, user, database }: Named): string | undefined {
  const code = 'code' in error ? String(error.code) : ''
  const place = `${host}:${port}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${setting} names the machine ${host}, which is not found. Check the name, and that this machine can resolve it.`
  if (['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'].includes(code))
    return `${setting} names ${place}, where no PostgreSQL answers (${code}). Start it, or correct host and port.`
  if (code === 'ETIMEDOUT' || /timeout|Connection terminated/i.test(error.message))
    return `${setting} names ${place}, which did not answer within ${CONNECT_MS / 1000} seconds. Check host, port and firewall.`
  if (code === '28P01')
    return `PostgreSQL at ${place} refused the password or the user ${user} of ${setting}. Correct them there.`
  if (code === '28000')
    return `PostgreSQL at ${place} does not let the user ${user} of ${setting} in: ${error.message}. Create the user, or allow it in pg_hba.conf.`
  if (code === '3D000')
    return `PostgreSQL at ${place} has no database ${database}, which ${setting} names. An administrator creates it, owned by the login of READROOM_MIGRATION_URL: create database ${database} owner ….`
  if (code === '42501')
    return `The user ${user} of ${setting} may not use the database ${database}: ${error.message}. An administrator runs: grant connect on database ${database} to ${user}.`
  if (/password must be a string|no password supplied/i.test(error.message))
    return `PostgreSQL at ${place} asks for a password, and ${setting} has none. Write postgres://${user}:password@${place}/${database}.`
  if (/SSL|certificate/i.test(error.message))
    return `The encrypted connection to ${place} failed: ${error.message}. Correct sslmode in ${setting}.`
  return undefined
}
