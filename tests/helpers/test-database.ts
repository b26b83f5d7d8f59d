import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import type { DatabaseUrls } from '#server/kernel/database/logins.ts'
import { type Database, openDatabase } from '#server/kernel/database/open-database.ts'
import type { PostgresVersion } from './postgres-versions.ts'
import { runAsAdmin, withDatabase } from './template-database.ts'

export interface TestDatabase extends DatabaseUrls {
  /** The cluster's superuser, in this database: for looking past row-level security. */
  adminUrl: string
  /** Connections of that superuser, which are kept until `close`: a new one for each question takes forty times as long. */
  admin: Pool
  database: Database
  close: () => Promise<void>
}

interface Cluster extends DatabaseUrls {
  adminUrl: string
  template: string
}

/** A fresh, migrated database of its own for one test file, empty or with the demo, dropped by `close`. */
export async function openTestDatabase({
  poolMax = 5,
  version = 18,
  hasDemo = false,
}: {
  poolMax?: number
  version?: PostgresVersion
  hasDemo?: boolean
} = {}): Promise<TestDatabase> {
  const cluster = await askForCluster(hasDemo ? `${version}/demo` : version)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAsAdmin(
    cluster.adminUrl,
    `create database ${name} template ${cluster.template} strategy file_copy owner readroom_migration`,
  )
  const url = withDatabase(cluster.url, name)
  const database = await openDatabase({ url, poolMax })
  const adminUrl = withDatabase(cluster.adminUrl, name)
  const admin = openAdmin(adminUrl)
  return {
    url,
    migrationUrl: withDatabase(cluster.migrationUrl, name),
    adminUrl,
    admin,
    database,
    close: async () => {
      await database.close()
      await admin.end()
      await runAsAdmin(cluster.adminUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Connections of the superuser that are kept for its next question. */
export function openAdmin(adminUrl: string): Pool {
  const pool = new Pool({ connectionString: adminUrl, max: 3, allowExitOnIdle: true })
  // A kept connection ends with its server, which tests kill; without a listener the process of the tests would end too.
  pool.on('error', () => {})
  return pool
}

/** The cluster that all tests of a version share, for tests of what comes before a migrated database. */
export async function askForCluster(
  version: PostgresVersion | `${PostgresVersion}/demo` = 18,
): Promise<Cluster> {
  const answer = await fetch(`${inject('databaseDoor')}/${version}`)
  if (!answer.ok) throw new Error(`The test database did not start: ${await answer.text()}`)
  return (await answer.json()) as Cluster
}
