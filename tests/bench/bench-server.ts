import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { Client } from 'pg'
import { buildApp } from '#server/app.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { loadDemo } from '#server/features/demo/load-demo.ts'
import { seedStudies } from '#server/features/demo/seed-studies.ts'
import { readConfig } from '#server/kernel/config.ts'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { type Database, openDatabase } from '#server/kernel/database/open-database.ts'

/** A server with many studies, stored under .cache between runs so that the data is made once. */
export interface BenchServer {
  url: string
  database: Database
  studies: number
  close: () => Promise<void>
}

/** Opens a server of the benchmark with at least `studies` studies of the first demo centre, spread over `days`. */
export function openBenchServer(name: string, studies: number, days?: number): Promise<BenchServer> {
  return startBenchServer(name, async (database, admin) => {
    const missing = studies - (await countStudies(database))
    if (missing <= 0) return
    console.log(`making ${missing.toLocaleString('en')} studies …`)
    await seedStudies(database, {
      centre: SANJEEVANI,
      count: missing,
      now: new Date(),
      days,
      report: () => {},
    })
    await admin.query('vacuum analyze')
  })
}

/** Starts a server of the demo whose data stays in `.cache/<name>`; `prepare` adds the data to measure. */
export async function startBenchServer(
  name: string,
  prepare: (database: Database, admin: Client) => Promise<void>,
): Promise<BenchServer> {
  const dataDir = resolve('.cache', name)
  mkdirSync(dataDir, { recursive: true })
  const embedded = await startEmbedded({ dataDir })
  await migrate(embedded.migrationUrl)
  const database = await openDatabase({ url: embedded.url })
  const config = readConfig({ READROOM_DATA: dataDir, PORT: '0' })
  const app = await buildApp({ config, database })
  if ((await countStudies(database)) === 0) await loadDemo(database, new Date(), app.kernel.keepFile)
  await asAdmin(embedded.adminUrl, (admin) => prepare(database, admin))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `http://localhost:${(app.server.address() as AddressInfo).port}`,
    database,
    studies: await countStudies(database),
    close: async () => {
      await app.close()
      await database.close()
      await embedded.stop()
    },
  }
}

function countStudies(database: Database): Promise<number> {
  return database.tenant(SANJEEVANI.id, async (tx) => {
    const { n } = await tx
      .selectFrom('study')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })
}

async function asAdmin(adminUrl: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: adminUrl.replace('/postgres?', '/readroom?') })
  await client.connect()
  await work(client)
  await client.end()
}
