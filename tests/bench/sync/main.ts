// npm run bench:sync: the scoreboard of issue B. The same work and the same faults for Readroom and for its peers, in
// real Chromium, and the figures of our own device; writes its section of docs/benchmarks.md. Not part of the tests.
// `-- --quick` makes everything small and writes nothing; `-- --figures` or `-- --scores` does one half.
import { execFileSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import { LAUNCH } from '#tests/e2e/helpers/chromium.ts'
import { tableOf } from '../figures.ts'
import { machineLine, writeSection } from '../write-section.ts'
import { buildPages, installPeers } from './bundle.ts'
import { ours, peers } from './contenders.ts'
import { FULL, ourFigures, QUICK, studiesFor } from './figures/our-figures.ts'
import { NOTES } from './notes.ts'
import { startOurServer } from './our-server.ts'
import { SCHEDULES } from './schedules.ts'
import { playAll, tableOfScores } from './scoreboard.ts'

const flags = process.argv.slice(2)
const isQuick = flags.includes('--quick')
const withFigures = !flags.includes('--scores')
const withScores = !flags.includes('--figures')
const sizes = isQuick ? { records: 12, boundMs: 8_000 } : { records: 40, boundMs: 15_000 }
const figureSizes = isQuick ? QUICK : FULL
/** From the start of this process: what is not played by then is not played. */
const SCORES_UNTIL_MS = 420_000

/** All of it, with the builds and the server's first start; what hangs is ended then. */
const ALL_MS = 480_000

if (withScores) installPeers()
const pages = await buildPages({ withPeers: withScores })
const server = await startOurServer(studiesFor(figureSizes) + sizes.records * SCHEDULES.length + 20)

// However it ends, nothing is left running: browsers and peers go with this process, the server is told here.
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
let isMet = true
const parts: string[] = []
if (withFigures) {
  console.log('our figures')
  const figures = await ourFigures(server, own, pages.dir, figureSizes)
  isMet = figures.every(({ ok }) => ok)
  parts.push(tableOf(figures))
}
if (withScores) {
  console.log('scoreboard')
  const scores = await playAll(contenders, pages.dir, sizes, SCORES_UNTIL_MS)
  const table = tableOfScores(scores, contenders)
  parts.push(`### Scoreboard\n\n${NOTES.before(sizes.records, sizes.boundMs)}\n\n${table}\n\n${NOTES.after}`)
}

const program = ('executablePath' in LAUNCH && LAUNCH.executablePath) || chromium.executablePath()
const browser = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
const day = new Date().toISOString().slice(0, 10)
const text = `Written by \`npm run bench:sync\` on ${day} (${machineLine()}, ${browser}, profiles on disk).

${parts.join('\n\n')}`
console.log(`\n${text}\n\n${Math.round(performance.now() / 1000)} s`)
if (!isQuick && withFigures && withScores) writeSection('Local-first', text)
await leave(isMet ? 0 : 1)
