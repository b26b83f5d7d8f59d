// npm run bench:sync: the scoreboard of issue B. Runs the same work and the same faults for Readroom and its
// peers, in real Chromium, and the figures of our own device; writes its section of docs/benchmarks.md. Not
// part of the tests.
import { execFileSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { LAUNCH_WHOLE } from '#tests/e2e/helpers/browser/chromium.ts'
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'
import { tableOf } from '../figures.ts'
import { machineLine, writeSection } from '../write-section.ts'
import { buildPages, installPeers } from './bundle.ts'
import { ours, peers } from './contenders.ts'
import { FULL, ourFigures, QUICK, studiesFor } from './figures/our-figures.ts'
import { NOTES } from './notes.ts'
import { startOurServer } from './our-server.ts'
import { ROUNDS, WAYS } from './run-keeping.ts'
import { SCHEDULES } from './schedules.ts'
import { playAll, ROWS, tableOfScores } from './scoreboard.ts'

const flag = { type: 'boolean', default: false } as const
const { values } = readCommandLine({
  usage: `npm run bench:sync [-- --quick] [--figures | --scores] [--only NAME]

The same work and the same faults for Readroom and for other local-first libraries, in real Chromium, and the figures of our own
device; writes its section of docs/benchmarks.md. It takes some fifteen minutes. For engineers.

  --quick              makes everything small and writes nothing
  --figures, --scores  does one half, and writes its section alone
  --only NAME          takes one of our figures and writes nothing: drain, partition, changes, acknowledgement, journal, device
  --scores --only ROW  plays one row of the scoreboard and writes nothing: ${ROWS.join(', ')}`,
  options: { quick: flag, figures: flag, scores: flag, only: { type: 'string' } },
})
const isQuick = values.quick
const withFigures = !values.scores
const withScores = values.scores || (!values.figures && values.only === undefined)
const sizes = isQuick ? { records: 12, boundMs: 8_000 } : { records: 40, boundMs: 15_000 }
const figureSizes = isQuick ? QUICK : FULL
/** How often the scoreboard uses all records. */
const ROUNDS_OF_ALL = SCHEDULES.length + ROUNDS * WAYS.length
/** From the start of the scoreboard: rows that have not started by then are omitted. */
const SCORES_MS = 600_000

/** The whole run, with the builds and the server's first start; anything that hangs is ended then. */
const ALL_MS = 1_200_000

if (withScores) installPeers()
const pages = await buildPages({ withPeers: withScores })
const server = await startOurServer(studiesFor(figureSizes) + sizes.records * ROUNDS_OF_ALL + 20)

// Stops everything in any case: browsers and peers end with this process, the server is stopped here.
async function leave(code: number): Promise<never> {
  await server.stop()
  pages.remove()
  process.exit(code)
}
const leaveEarly = (why: unknown) => {
  console.error('ended early:', why)
  void leave(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leaveEarly)
process.once('uncaughtException', leaveEarly)
setTimeout(leaveEarly, ALL_MS - performance.now(), 'the time was up').unref()

const own = ours(server)
const contenders = withScores ? [own, ...peers()] : []
const program = ('executablePath' in LAUNCH_WHOLE && LAUNCH_WHOLE.executablePath) || chromium.executablePath()
const browser = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
const day = new Date().toISOString().slice(0, 10)
const by = `Written by \`npm run bench:sync\` on ${day} (${machineLine()}, ${browser}, profiles on disk).`

function tell(title: string, text: string): void {
  console.log(`\n## ${title}\n\n${text}\n`)
  if (!isQuick && values.only === undefined) writeSection(title, `${by}\n\n${text}`)
}

let isMet = true
if (withFigures) {
  console.log('our figures')
  const figures = await ourFigures(server, own, pages.dir, figureSizes, values.only)
  isMet = figures.every(({ ok }) => ok)
  tell('Local-first', tableOf(figures))
}
if (withScores) {
  console.log('scoreboard')
  const deadline = performance.now() + SCORES_MS
  const scores = await playAll(contenders, pages.dir, sizes, deadline, values.only)
  const table = tableOfScores(scores, contenders)
  tell('Scoreboard', `${NOTES.before(sizes.records, sizes.boundMs)}\n\n${table}\n\n${NOTES.after}`)
}
console.log(`${Math.round(performance.now() / 1000)} s`)
await leave(isMet ? 0 : 1)
