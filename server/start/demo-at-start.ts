import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { Client } from 'pg'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { CENTRES } from '#server/features/demo/centres.ts'
import { loadDemo } from '#server/features/demo/load-demo.ts'
import type { KeepFile } from '#server/features/demo/pictures.ts'
import { demoMark } from '#server/kernel/backup/data-folder.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database/open-database.ts'

/** True where the embedded database holds nothing but a demo whose loading was cut short; it is made anew then. */
export const isDemoHalfLoaded = (dataDir: string): boolean => existsSync(demoMark(dataDir))

export interface DemoStart {
  config: Config
  database: Database
  url: string
  keepFile: KeepFile
  now: Date
}

/**
 * Loads the demo into an empty embedded database; into an outside one only where `--demo` asks for it and the demo is
 * not there yet. Returns whether the demo is there now.
 */
export async function loadDemoAtStart({ config, database, url, keepFile, now }: DemoStart): Promise<boolean> {
  const clients = await clientsOf(url)
  if (clients.includes(CENTRES[0].id)) return true
  const isWanted = config.isDemo || (config.databaseUrl === undefined && clients.length === 0)
  if (!isWanted) return false
  const mark = config.databaseUrl === undefined && clients.length === 0 ? demoMark(config.dataDir) : undefined
  if (mark) writeFileSync(mark, '')
  await loadDemo(database, now, keepFile, { withHistory: true })
  await analyze(url)
  if (mark) rmSync(mark)
  return true
}

/** Tells PostgreSQL how large the tables are now, so that the first lists and sums are not planned for empty ones. */
async function analyze(url: string): Promise<void> {
  await asOwner(url, (client) => client.query('analyze'))
}

/**
 * The clients but the platform itself, which every database has from the first. Asked as the owner: the application's
 * role sees a client only from inside its own transaction.
 */
async function clientsOf(url: string): Promise<string[]> {
  const { rows } = await asOwner(url, (client) => client.query<{ id: string }>('select id from client'))
  return rows.map((row) => row.id).filter((id) => id !== PLATFORM_CLIENT_ID)
}

async function asOwner<Result>(url: string, run: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set role readroom_owner')
    return await run(client)
  } finally {
    await client.end()
  }
}
