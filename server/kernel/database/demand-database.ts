import { Client } from 'pg'

const CONNECT_MS = 10_000
const OLDEST = 150_000

/** What DATABASE_URL says, without its password. */
interface Named {
  host: string
  port: number
  user: string | undefined
  database: string | undefined
}

/**
 * Connects once to the database that DATABASE_URL names. Throws in words that name the setting and what to do where that
 * fails, or where PostgreSQL is older than 15. The words never repeat the password.
 */
export async function demandDatabase(url: string): Promise<void> {
  const client = clientOf(url)
  // A connection that drops is reported by the query that used it.
  client.on('error', () => {})
  const { host, port, user, database } = client
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
    )
    if (rows[0] && rows[0].number < OLDEST)
      throw new Error(
        `DATABASE_URL names a PostgreSQL ${rows[0].version}. Readroom needs PostgreSQL 15 or newer.`,
      )
  } catch (error) {
    throw inWords(error, { host, port, user, database })
  } finally {
    await client.end().catch(() => {})
  }
}

function clientOf(url: string): Client {
  try {
    // With a second @ a part of the password would be taken for the host, and be said aloud.
    if ((url.split('?')[0]?.match(/@/g) ?? []).length > 1) throw new Error('more than one @')
    return new Client({
      connectionString: url,
      application_name: 'readroom start',
      connectionTimeoutMillis: CONNECT_MS,
    })
  } catch {
    // The parser's own error quotes the address with its password.
    throw new Error(
      'DATABASE_URL cannot be understood. It reads postgres://user:password@host:5432/database; signs such as @ : / # in the password are written as %40 %3A %2F %23.',
    )
  }
}

function inWords(error: unknown, named: Named): unknown {
  if (!(error instanceof Error)) return error
  const words = wordsOf(error, named)
  return words === undefined ? error : new Error(words, { cause: error })
}

function wordsOf(error: Error, { host, port, user, database }: Named): string | undefined {
  const code = 'code' in error ? String(error.code) : ''
  const place = `${host}:${port}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `DATABASE_URL names the machine ${host}, which is not found. Check the name, and that this machine can resolve it.`
  if (['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'].includes(code))
    return `DATABASE_URL names ${place}, where no PostgreSQL answers (${code}). Start it, or correct host and port.`
  if (code === 'ETIMEDOUT' || /timeout|Connection terminated/i.test(error.message))
    return `DATABASE_URL names ${place}, which did not answer within ${CONNECT_MS / 1000} seconds. Check host, port and firewall.`
  if (code === '28P01')
    return `PostgreSQL at ${place} refused the password or the user ${user} of DATABASE_URL. Correct them there.`
  if (code === '28000')
    return `PostgreSQL at ${place} does not let the user ${user} of DATABASE_URL in: ${error.message}. Create the user, or allow it in pg_hba.conf.`
  if (code === '3D000')
    return `PostgreSQL at ${place} has no database ${database}, which DATABASE_URL names. An administrator creates it: create database ${database} owner ${user}.`
  if (code === '42501')
    return `The user ${user} of DATABASE_URL may not use the database ${database}: ${error.message}. An administrator runs: alter database ${database} owner to ${user}.`
  if (/password must be a string|no password supplied/i.test(error.message))
    return `PostgreSQL at ${place} asks for a password, and DATABASE_URL has none. Write postgres://${user}:password@${place}/${database}.`
  if (/SSL|certificate/i.test(error.message))
    return `The encrypted connection to ${place} failed: ${error.message}. Correct sslmode in DATABASE_URL.`
  return undefined
}
