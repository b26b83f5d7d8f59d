import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUPERUSER } from './cluster.ts'

/** Addresses of an embedded database that another process runs. */
export interface RunningDatabase {
  /** For the application's login role. */
  url: string
  /** For a superuser. */
  adminUrl: string
}

/** The addresses of a running embedded database, from what PostgreSQL itself keeps beside its data. */
export function findRunning(dataDir: string): RunningDatabase {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) throw new Error('The server is just starting. Try again in a moment.')
  // Lines: process, data directory, start, port, socket directory, address it listens on.
  const [, , , port = '', socketDir = ''] = readFileSync(file, 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim()
  const urlOf = (user: string, database: string) =>
    socketDir === ''
      ? `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
      : `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
  return { url: urlOf('readroom', 'readroom'), adminUrl: urlOf(SUPERUSER, 'postgres') }
}
