import { loadavg } from 'node:os'
import { makeDataDir, startServerProcess } from '#tests/helpers/server-process.ts'
import { type Figure, ms, tableOf } from '../figures.ts'
import { machineLine, writeSection } from '../write-section.ts'
import { closeConnections } from './ask.ts'
import { makeLoadClient } from './make-client.ts'
import { type LoadFigures, runLoad } from './run-load.ts'

const TITLE = 'Many devices on one server'
const RATIO_MAX = 2
const VISIBLE_MAX_MS = 1_500

interface Measuring {
  devices: number
  seconds: number
  isWritten: boolean
}

/** Measures, prints and optionally writes the figures; returns the exit code: 0 if every limit is met. */
export async function measureLoad({ devices, seconds, isWritten }: Measuring): Promise<number> {
  const { dataDir, remove } = makeDataDir()
  const server = startServerProcess(dataDir)
  const end = () => server.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  try {
    const url = await server.ready
    console.log(`${devices} devices, ${seconds} s …`)
    const load = await runLoad(url, await makeLoadClient(dataDir, devices), seconds)
    const figures = figuresOf(load, devices)
    const text = `${tableOf(figures)}\n\n${countsOf(load, devices)}`
    console.log(text)
    const day = new Date().toISOString().slice(0, 10)
    const busy = `load of the machine ${loadavg()[0]?.toFixed(1)}, this command's own among it`
    const by = `Written by \`npm run bench:load\` on ${day} (${machineLine()}; ${busy}; the devices run beside the server).`
    if (isWritten) writeSection(TITLE, `${by}\n\n${text}`)
    return figures.every(({ ok }) => ok) ? 0 : 1
  } finally {
    closeConnections()
    end()
    await server.ended
    remove()
  }
}

function figuresOf({ idle, loaded, commit, visible, missing }: LoadFigures, devices: number): Figure[] {
  const ratio = loaded.median / idle.median
  return [
    {
      name: `the list of patients while ${devices} devices listen, five commits a second: median answer`,
      value: `${ratio.toFixed(2)} times (${ms(loaded.median)}, p95 ${ms(loaded.p95)})`,
      control: `${ms(idle.median)}, p95 ${ms(idle.p95)}, the same devices without commits`,
      limit: `at most ${RATIO_MAX} times`,
      ok: ratio <= RATIO_MAX,
    },
    {
      name: 'a registration, from the click until another device of the branch has it',
      value: `median ${ms(visible.median)}, p95 ${ms(visible.p95)}`,
      control: `its answer: median ${ms(commit.median)}, p95 ${ms(commit.p95)}`,
      limit: `p95 under ${VISIBLE_MAX_MS.toLocaleString('en')} ms, none missing`,
      ok: visible.p95 < VISIBLE_MAX_MS && missing === 0,
    },
  ]
}

const countsOf = ({ commits, missing, counts }: LoadFigures, devices: number): string =>
  `${commits} commits cost ${devices} devices ${counts.pokes} pokes and ${counts.pulls} pulls, ${counts.empty} of them empty and
${counts.failed} failed; ${missing} rows did not come. 20 devices stand at a branch, every 25th is an administrator's and holds all branches.`
