// npm run faults: runs thousands of fault schedules against the real server and the real sync code (docs/faults.md).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/kernel/database/embedded.ts'
import { openDatabase } from '#server/kernel/database/open-database.ts'
import { newTally, search, tallyInWords } from '#tests/faults/check/search.ts'
import { runFeedAlone } from '#tests/faults/feed/run-feed.ts'
import { SCHEDULES, type ScheduleName } from '#tests/faults/schedule/schedules.ts'
import { LabServer } from '#tests/faults/sim/server.ts'
import { makeTemplate, TEMPLATE, withDatabase } from '#tests/helpers/database/template-database.ts'
import { readCommandLine } from './lib/command-line.mjs'
import { runDesks } from './lib/run-desks.ts'

const NUMBER = /^\d+(?:\.\d+)?$/
const { values } = readCommandLine({
  usage: `npm run faults [-- --minutes N]

Thousands of fault schedules against the real server and the real sync code (docs/faults.md). For engineers.

  --minutes N          how long to search (5)
  --schedule NAME      one kind only; all in turn by default: ${Object.keys(SCHEDULES).join(', ')}
  --seed N             of the schedules; a new one by default
  --path P             replays one schedule of a seed, as a failure names it
  --long               also lets 1,000,000 changes through the feed and looks for skipped ones
  --desks N            instead of schedules: three desks in real browsers take N visits while the server is stopped`,
  options: {
    minutes: { type: 'string', default: '5' },
    schedule: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    long: { type: 'boolean', default: false },
    desks: { type: 'string' },
  },
  check: ({ schedule, ...numbers }) => {
    if (schedule !== undefined && !(schedule in SCHEDULES))
      return `There is no schedule "${schedule}". There are: ${Object.keys(SCHEDULES).join(', ')}.`
    const wrong = (['minutes', 'seed', 'desks'] as const).find((name) => !NUMBER.test(numbers[name] ?? '0'))
    return wrong && `--${wrong} must be a number.`
  },
})

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const LONG_CHANGES = 1_000_000
const POOL = 6
/** The number of schedules of one kind before the next kind. */
const TURN = 12

function namesAsked(): ScheduleName[] {
  const names = Object.keys(SCHEDULES) as ScheduleName[]
  if (values.schedule === undefined) return names
  return names.filter((one) => one === values.schedule)
}

/** Searches until the time ends or a guarantee is broken; returns whether all held. */
async function searchAll(server: LabServer): Promise<boolean> {
  const names = namesAsked()
  const tally = newTally()
  const began = performance.now()
  const end = began + Number(values.minutes) * 60_000
  let seed = values.seed === undefined ? Math.floor(Math.random() * 0x7fff_ffff) : Number(values.seed)
  const { path } = values
  for (let turn = 0; turn === 0 || performance.now() < end; turn += 1) {
    for (const name of names) {
      if (tally.schedules > 0 && performance.now() > end) break
      const runs = path === undefined ? TURN : 1
      const timeMs = end - performance.now()
      let isTold = false
      const onBroken = ({ message }: Error) => {
        if (!isTold) console.log(`a promise is broken; a shorter schedule is looked for\n${message}`)
        isTold = true
      }
      const found = await search(server, tally, { name, seed, runs, path, timeMs, onBroken })
      if (found) {
        console.log(`\n${found.report}\n`)
        return false
      }
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`${seconds} s, "${name}" of seed ${seed} kept every promise; so far ${tallyInWords(tally)}`)
    }
    if (path !== undefined) break
    seed += 1
  }
  return true
}

async function main(): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'readroom-faults-'))
  // As root, PostgreSQL runs under another account, which must be able to enter.
  chmodSync(home, 0o755)
  const cluster = await startEmbedded({ dataDir: home, settings: FAST })
  try {
    await makeTemplate(cluster)
    const url = withDatabase(cluster.url, TEMPLATE)
    const database = await openDatabase({ url, poolMax: POOL })
    const server = new LabServer(database, { adminUrl: cluster.adminUrl, url, poolMax: POOL })
    try {
      await server.start()
      return await searchAll(server)
    } finally {
      await server.stop()
      // A restore opens another pool that replaces the first one.
      await server.database.close()
    }
  } finally {
    await cluster.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** Runs the feed under slow writers: no reader may miss a change, and the naive cursor beside it must miss some. */
async function runLong(): Promise<boolean> {
  const { written, skipped, repeated, naiveSkipped, seconds } = await runFeedAlone({ changes: LONG_CHANGES })
  console.log(
    `feed: ${written} changes in ${Math.round(seconds)} s, ${skipped} skipped, ${repeated} repeated; by sequence ${naiveSkipped} skipped`,
  )
  return skipped === 0
}

const isKept = values.desks === undefined ? await main() : runDesks(values.desks)
const isWhole = values.long ? await runLong() : true
process.exitCode = isKept && isWhole ? 0 : 1
