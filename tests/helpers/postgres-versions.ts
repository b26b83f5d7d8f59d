import { existsSync } from 'node:fs'

/** Debian's own PostgreSQL, the oldest that we promise; its tests are skipped by name where it is not installed. */
export const DEBIAN_15 = '/usr/lib/postgresql/15'

export type PostgresVersion = 15 | 18

/** What tests of the database run on: pairs of version and whether this machine has it. */
export const POSTGRES_VERSIONS: readonly { version: PostgresVersion; isHere: boolean }[] = [
  { version: 18, isHere: true },
  { version: 15, isHere: existsSync(`${DEBIAN_15}/bin/postgres`) },
]
