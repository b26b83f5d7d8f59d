// npm run seed: fills the demo's first centre with studies for measurements.
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { seedStudies } from '#server/features/demo/seed-studies.ts'
import { readConfig } from '#server/kernel/config.ts'
import { asOwner } from '#server/kernel/database/as-owner.ts'
import { type Database, openDatabase } from '#server/kernel/database/open-database.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { reachDatabase } from './lib/reach-database.ts'

const { values } = readCommandLine({
  usage: `npm run seed [-- --studies 500000]

Fills the first centre of the demo with studies, for measuring. Stop the server first.

  --studies N          how many (10000)`,
  options: { studies: { type: 'string', default: '10000' } },
  check: ({ studies }) =>
    /^[1-9]\d*$/.test(studies) ? undefined : '--studies must be a number of studies, such as 500000.',
})
const count = Number(values.studies)

const config = readConfig(process.env)
const { url, migrationUrl, leave } = await reachDatabase(config)
try {
  const database = await openDatabase({ url })
  try {
    await demandDemo(database)
    await seedStudies(database, { centre: SANJEEVANI, count, now: new Date(), report: showProgress })
  } finally {
    await database.close()
  }
  await refreshStatistics(migrationUrl)
  console.log(`\n${SANJEEVANI.name} has ${count.toLocaleString('en')} more studies.`)
} finally {
  await leave()
}

async function demandDemo(database: Database): Promise<void> {
  const [client] = await database.tenant(SANJEEVANI.id, (tx) =>
    tx.selectFrom('client').select('id').execute(),
  )
  if (!client)
    throw new Error('There is no demo here yet: run npm start once (with --demo for an outside database).')
}

function showProgress(done: number): void {
  process.stdout.write(`\r${done.toLocaleString('en')} of ${count.toLocaleString('en')} studies`)
}

// The planner chooses the lists' plans by statistics; waiting for autovacuum to gather them would distort a
// measurement.
async function refreshStatistics(owners: string): Promise<void> {
  await asOwner(owners, async (client) => {
    for (const table of ['study', 'report', 'report_version']) await client.query(`vacuum analyze ${table}`)
  })
}
