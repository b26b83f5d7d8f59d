import { Client } from 'pg'
import { loadDemo } from '#server/features/demo/load-demo.ts'
import type { EmbeddedDatabase } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'

/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'readroom_template'

/** Makes and migrates the template on a fresh cluster. */
export async function makeTemplate({
  adminUrl,
  migrationUrl,
}: Pick<EmbeddedDatabase, 'adminUrl' | 'migrationUrl'>): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${TEMPLATE} owner readroom_migration`)
  await migrate(withDatabase(migrationUrl, TEMPLATE))
}

/** The same with the demo in it, and the statistics by which its queries are planned. */
export const DEMO_TEMPLATE = 'readroom_demo'

/** The moment up to which the demo of tests was received. */
export const DEMO_NOW = new Date('2026-11-21T09:00:00Z')

/** Makes the demo's template out of the other one; nobody stays connected to it. */
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

/** The same address with another database's name. */
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
