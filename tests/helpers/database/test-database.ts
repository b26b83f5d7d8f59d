import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import type { DatabaseUrls } from '#server/kernel/database/logins.ts'
import { type Database, openDatabase } from '#server/kernel/database/open-database.ts'
import type { PostgresVersion } from './postgres-versions.ts'
import { runAsAdmin, withDatabase } from './template-database.ts'

export interface TestDatabase extends DatabaseUrls {
  /** The address of the cluster's superuser in this database, for queries without row-level security. */
  adminUrl: string
  /** Connections of that superuser, kept until `close`: a new one for each query takes forty times as long. */
  admin: Pool
  database: Database
  close: () => Promise<void>
}

interface Cluster extends DatabaseUrls {
  adminUrl: string
  template: string
}

/** Opens a fresh, migrated database for one test file, empty or with the demo; `close` drops it. */
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

/** Opens superuser connections that are kept for the next query. */
export function openAdmin(adminUrl: string): Pool {
  const pool = new Pool({ connectionString: adminUrl, max: 3, allowExitOnIdle: true })
  // A kept connection ends with its server, which tests kill; without a listener the test process would end
  // too.
  pool.on('error', () => {})
  return pool
}

/** Returns the cluster that all tests of a version share, for tests of the time before a migrated database. */
export async function askForCluster(
  version: PostgresVersion | `${PostgresVersion}/demo` = 18,
): Promise<Cluster> {
  const answer = await fetch(`${inject('databaseDoor')}/${version}`)
  if (!answer.ok) throw new Error(`The test database did not start: ${await answer.text()}`)
  return (await answer.json()) as Cluster
}
