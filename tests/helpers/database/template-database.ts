import { Client } from 'pg'
import { loadDemo } from '#server/features/demo/load-demo.ts'
import type { EmbeddedDatabase } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { demandAnnouncements } from './announced.ts'

/** The migrated database from which every test database is copied. */
export const TEMPLATE = 'readroom_template'

/** Creates and migrates the template on a fresh cluster. */
export async function makeTemplate({
  adminUrl,
  migrationUrl,
}: Pick<EmbeddedDatabase, 'adminUrl' | 'migrationUrl'>): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${TEMPLATE} owner readroom_migration`)
  await migrate(withDatabase(migrationUrl, TEMPLATE))
  await runAsAdmin(withDatabase(adminUrl, TEMPLATE), demandAnnouncements())
}

/** The same with the demo's data and with statistics for the planner. */
export const DEMO_TEMPLATE = 'readroom_demo'

/** The end of the time in which the tests' demo data was received. */
export const DEMO_NOW = new Date('2026-11-21T09:00:00Z')

/** Creates the demo's template from the other one; leaves no connection to it. */
export async function makeDemoTemplate({
  adminUrl,
  url,
}: Pick<EmbeddedDatabase, 'adminUrl' | 'url'>): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${DEMO_TEMPLATE} template ${TEMPLATE} owner readroom_migration`)
  const database = await openDatabase({ url: withDatabase(url, DEMO_TEMPLATE), poolMax: 2 })
  try {
    await loadDemo(database, DEMO_NOW)
  } finally {
    await database.close()
  }
  await runAsAdmin(withDatabase(adminUrl, DEMO_TEMPLATE), 'analyze')
}

/** Returns the same address with another database's name. */
export const withDatabase = (url: string, name: string): string =>
  url.replace(/\/[^/?@]*(\?|$)/, `/${name}$1`)

/** Runs one statement as the cluster's superuser. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
