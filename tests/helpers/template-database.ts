import { Client } from 'pg'
import type { EmbeddedDatabase } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'

/** The migrated database that every test database is a copy of. */
export const TEMPLATE = 'readroom_template'

/** Makes and migrates the template on a fresh cluster. */
export async function makeTemplate({
  adminUrl,
  url,
}: Pick<EmbeddedDatabase, 'adminUrl' | 'url'>): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${TEMPLATE} owner readroom`)
  await migrate(withDatabase(url, TEMPLATE))
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
