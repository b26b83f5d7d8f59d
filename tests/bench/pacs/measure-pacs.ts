import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildApp } from '#server/app.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { loadDemo } from '#server/features/demo/load-demo.ts'
import { startPacsPolling } from '#server/features/pacs/start-polling.ts'
import { readConfig } from '#server/kernel/config.ts'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { migrate } from '#server/kernel/database/migrate.ts'
import { type Database, openDatabase } from '#server/kernel/database/open-database.ts'
import { tableOf } from '../figures.ts'
import { machineLine, writeSection } from '../write-section.ts'
import { NEWEST, startArchive } from './archive.ts'

const NEWEST_LIMIT_S = 10
const ALL_LIMIT_S = 600
/** The time limit for missing studies. */
const GIVE_UP_S = 1_200

/** Measures and prints the time until `studies` are in the worklist; returns the exit code, 1 if it takes too long. */
export async function measurePacs(studies: number): Promise<number> {
  // A new server, because the data of an earlier run cannot be used.
  const dataDir = resolve('.cache', 'bench-pacs')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const embedded = await startEmbedded({ dataDir })
  await migrate(embedded.migrationUrl)
  const database = await openDatabase({ url: embedded.url })
  const config = readConfig({ READROOM_DATA: dataDir, PORT: '0' })
  config.loopbackPorts = 'all'
  const app = await buildApp({ config, database })
  await loadDemo(database, new Date(), app.kernel.keepFile)
  const archive = await startArchive(studies)
  await addPacs(database, archive.port)

  const began = performance.now()
  const polling = startPacsPolling({ kernel: app.kernel, onError: (error) => console.error(error) })
  const newest = await secondsUntil(
    began,
    async () => (await countArrived(database, `${archive.root}.0`)) === 1,
  )
  const all = await secondsUntil(
    began,
    async () => (await countArrived(database, `${archive.root}.%`)) === studies,
  )
  await polling.stop()
  await archive.close()
  await app.close()
  await database.close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })

  const figures = [
    figureOf(
      `the newest of ${studies.toLocaleString('en')} studies, from the first contact`,
      newest,
      NEWEST_LIMIT_S,
    ),
    figureOf(`all ${studies.toLocaleString('en')} studies, from the first contact`, all, ALL_LIMIT_S),
  ]
  console.log(tableOf(figures))
  if (studies >= 10_000)
    writeSection(
      'A new image server',
      `Written by \`npm run bench:pacs\` on ${new Date().toISOString().slice(0, 10)} (${machineLine()}). The image server is a scripted
QIDO-RS service that gives its oldest studies first; ${NEWEST} of its studies are of today.

${tableOf(figures)}`,
    )
  return figures.every(({ ok }) => ok) ? 0 : 1
}

function figureOf(name: string, seconds: number | undefined, limit: number) {
  return {
    name,
    value: seconds === undefined ? `not within ${GIVE_UP_S} s` : `${seconds.toFixed(1)} s`,
    control: '',
    limit: `within ${limit} s`,
    ok: seconds !== undefined && seconds <= limit,
  }
}

async function secondsUntil(began: number, isThere: () => Promise<boolean>): Promise<number | undefined> {
  for (;;) {
    const seconds = (performance.now() - began) / 1000
    if (await isThere()) return seconds
    if (seconds > GIVE_UP_S) return undefined
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function countArrived({ tenant }: Database, pattern: string): Promise<number> {
  return tenant(SANJEEVANI.id, async (tx) => {
    const row = await tx
      .selectFrom('study')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('study_iuid', 'like', pattern)
      .executeTakeFirstOrThrow()
    return row.n
  })
}

async function addPacs({ tenant }: Database, port: number): Promise<void> {
  const row = { client_id: SANJEEVANI.id, id: randomUUID(), name: 'Bench', type: 'Basic' }
  await tenant(SANJEEVANI.id, (tx) =>
    tx
      .insertInto('pacs')
      .values({ ...row, db_host: '127.0.0.1', db_port: port })
      .execute(),
  )
}
