import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeDurably } from './cluster.ts'

/** What the pool signs in as: it may take readroom_app and readroom_platform, and nothing else. */
export const POOL_LOGIN = 'readroom'
/** What migrations and commands sign in as: it owns the database and may take readroom_owner. */
export const MIGRATION_LOGIN = 'readroom_migration'

const Logins = z.strictObject({ [POOL_LOGIN]: z.string(), [MIGRATION_LOGIN]: z.string() })
/** The password of each login of the embedded database. */
export type Logins = z.output<typeof Logins>

/** Addresses of one database for its two logins. */
export interface DatabaseUrls {
  /** For the pool. */
  url: string
  /** For migrations, and for what the start and the commands of package.json do as the owner of the tables. */
  migrationUrl: string
}

const fileOf = (home: string) => join(home, 'database-logins.json')

/** The passwords of the logins in the data folder, made where they are missing. PostgreSQL is given them at every start. */
export function makeLogins(home: string): Logins {
  const kept = findLogins(home)
  if (kept !== undefined) return kept
  const made = { [POOL_LOGIN]: password(), [MIGRATION_LOGIN]: password() }
  writeDurably(fileOf(home), JSON.stringify(made))
  return made
}

/** The passwords as they are kept; undefined where an older version made the data folder. */
export function findLogins(home: string): Logins | undefined {
  const file = fileOf(home)
  if (!existsSync(file)) return undefined
  const parsed = Logins.safeParse(readJson(file))
  // They are no more than keys of this machine's own database: one cut short is made anew.
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
