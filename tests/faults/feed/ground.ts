import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { type Database, openDatabase } from '#server/kernel/database/open-database.ts'
import { withDatabase } from '#tests/helpers/database/template-database.ts'

/** A database with clients for the feed's tests. */
export interface FeedGround {
  database: Database
  /** Bypasses row-level security, and creates the control's table. */
  admin: Client
}

/** Adds a client and returns its id. */
export async function addClient({ admin }: FeedGround): Promise<string> {
  const id = randomUUID()
  await admin.query("insert into client (id, name) values ($1, 'Feed')", [id])
  return id
}

/** Opens a separate database for a run outside of the test suites; `close` removes it. */
export async function openGround(poolMax: number): Promise<FeedGround & { close: () => Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'readroom-feed-'))
  chmodSync(home, 0o755)
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const embedded = await startEmbedded({ dataDir: home, settings })
  await migrate(embedded.migrationUrl)
  const database = await openDatabase({ url: embedded.url, poolMax })
  const [, name = ''] = /\/([^/?@]+)(?:\?|$)/.exec(embedded.url) ?? []
  const adminUrl = withDatabase(embedded.adminUrl, name)
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  const close = async () => {
    await admin.end()
    await database.close()
    await embedded.stop()
    rmSync(home, { recursive: true, force: true })
  }
  return { database, admin, close }
}
