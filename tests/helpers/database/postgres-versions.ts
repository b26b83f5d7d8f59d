import { existsSync } from 'node:fs'

/** Debian's own PostgreSQL, the oldest supported version; its tests are skipped by name if it is not installed. */
export const DEBIAN_15 = '/usr/lib/postgresql/15'

export type PostgresVersion = 15 | 18

/** The versions for tests of the database, and whether this machine has each. */
export const POSTGRES_VERSIONS: readonly { version: PostgresVersion; isHere: boolean }[] = [
  { version: 18, isHere: true },
  { version: 15, isHere: existsSync(`${DEBIAN_15}/bin/postgres`) },
]
