import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeDurably } from './cluster.ts'

/** The pool's login: it may take readroom_app and readroom_platform, and nothing else. */
export const POOL_LOGIN = 'readroom'
/** The login of migrations and commands: it owns the database and may take readroom_owner. */
export const MIGRATION_LOGIN = 'readroom_migration'

const Logins = z.strictObject({ [POOL_LOGIN]: z.string(), [MIGRATION_LOGIN]: z.string() })
/** The password of each login of the embedded database. */
export type Logins = z.output<typeof Logins>

/** Addresses of one database for its two logins. */
export interface DatabaseUrls {
  /** For the pool. */
  url: string
  /** For migrations, and for what the start and package.json commands do as the owner of the tables. */
  migrationUrl: string
}

const fileOf = (home: string) => join(home, 'database-logins.json')

/** Returns the logins' passwords, creating them if missing. PostgreSQL gets them at every start. */
export function makeLogins(home: string): Logins {
  const kept = findLogins(home)
  if (kept !== undefined) return kept
  const made = { [POOL_LOGIN]: password(), [MIGRATION_LOGIN]: password() }
  writeDurably(fileOf(home), JSON.stringify(made))
  return made
}

/** Returns the stored passwords; undefined if an older version created the data folder. */
export function findLogins(home: string): Logins | undefined {
  const file = fileOf(home)
  if (!existsSync(file)) return undefined
  const parsed = Logins.safeParse(readJson(file))
  // They only protect this machine's own database: a truncated file is replaced.
  return parsed.success ? parsed.data : undefined
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const password = () => randomBytes(24).toString('base64url')
