import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUPERUSER } from './cluster.ts'
import { type DatabaseUrls, findLogins, MIGRATION_LOGIN, POOL_LOGIN } from './logins.ts'
import { DATABASE } from './prepare-logins.ts'

/** Addresses of an embedded database that another process runs. */
export interface RunningDatabase extends DatabaseUrls {
  /** For a superuser. */
  adminUrl: string
}

/** Returns the addresses of a running embedded database, from the files that PostgreSQL keeps beside its data. */
export function findRunning(dataDir: string): RunningDatabase {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) throw new Error('The server is just starting. Try again in a moment.')
  // Lines: process, data directory, start, port, socket directory, address it listens on.
  const [, , , port = '', socketDir = ''] = readFileSync(file, 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim()
  const logins = findLogins(dataDir)
  if (logins === undefined)
    throw new Error('The running server is of an older version. Restart it, then try again.')
  const urlOf = (user: string, secret: string, database: string) =>
    socketDir === ''
      ? `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`
      : `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
  return {
    url: urlOf(POOL_LOGIN, logins[POOL_LOGIN], DATABASE),
    migrationUrl: urlOf(MIGRATION_LOGIN, logins[MIGRATION_LOGIN], DATABASE),
    adminUrl: urlOf(SUPERUSER, password, 'postgres'),
  }
}
