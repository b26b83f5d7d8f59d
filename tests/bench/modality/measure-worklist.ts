import { loadavg } from 'node:os'
import type { Client } from 'pg'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import type { Question } from '#tests/helpers/archive/ask-machine.ts'
import { makeDataDir, signInAsDemo, startServerProcess } from '#tests/helpers/server-process.ts'
import { asAdmin } from '../as-admin.ts'
import { type Figure, ms, tableOf, timingOf } from '../figures.ts'
import { freePort } from '../free-port.ts'
import { closeConnections } from '../load/ask.ts'
import { machineLine, writeSection } from '../write-section.ts'
import { bareSelection } from './bare-selection.ts'
import { CALLED, FULL, makeOpenServices, SHAPE, type Sought, USUAL } from './open-services.ts'
import { p99Of, readPages, readUnder, type Strike } from './reader.ts'
import { RecordedQuestion } from './recorded-question.ts'

const TITLE = 'The worklist of machines'
const P95_MAX = 50
const P99_RATIO_MAX = 2
const WARM_UP = 20
const TOO_WIDE = 0xa700

/** The number of services, of queries of each kind, and of the reader's rounds. */
export interface Measuring {
  services: number
  questions: number
  rounds: number
  isWritten: boolean
}

/** Measures, prints and optionally writes the figures; returns the exit code: 0 if every limit is met. */
export async function measureWorklist({
  services,
  questions,
  rounds,
  isWritten,
}: Measuring): Promise<number> {
  const { dataDir, remove } = makeDataDir()
  const port = await freePort()
  const server = startServerProcess(dataDir, {
    env: { READROOM_WORKLIST_PORT: String(port), READROOM_WORKLIST_HOST: '127.0.0.1' },
  })
  const end = () => server.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  try {
    const url = await server.ready
    console.log(`making ${services.toLocaleString('en')} open services …`)
    const figures = await asAdmin(dataDir, async (admin) => {
      const made: Figure[] = []
      for (const kind of kindsOf(await makeOpenServices(admin, services)))
        made.push(await questionFigure(admin, { port, kind, questions }))
      return made
    })
    const token = await signInAsDemo(url, 'dr.mehta')
    const read = () => readPages(url, token)
    for (const strike of strikesOf(port)) figures.push(await readerFigure(read, strike, rounds))
    const table = tableOf(figures)
    console.log(table)
    const day = new Date().toISOString().slice(0, 10)
    const busy = `load of the machine at the end ${loadavg()[0]?.toFixed(1)}, this command's own among it`
    const shape = `${services.toLocaleString('en')} open services: ${SHAPE}. The control is the selection
alone, by a connection of its own with its statement prepared; question and control in turn. Time is from the question to its last answer,
and with an association of its own for each. The machines that ask again and again are a thread of the lowest priority: in a hospital
they have processors of their own.`
    if (isWritten)
      writeSection(
        TITLE,
        `Written by \`npm run bench:modality\` on ${day} (${machineLine()}; ${busy}).\n${shape}\n\n${table}`,
      )
    return figures.every(({ ok }) => ok) ? 0 : 1
  } finally {
    closeConnections()
    end()
    await server.ended
    remove()
  }
}

/** A kind of query: its name, its keys, and the expected result. */
interface Kind {
  name: string
  question: Omit<Question, 'port'>
  /** Items, or 'too wide' for a query that is refused. */
  expected: number | 'too wide'
}

function kindsOf({ accession, patId }: Sought): Kind[] {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format().replaceAll('-', '')
  const today = { ScheduledProcedureStepStartDate: day }
  const own = (aet: string) => ({ aet, called: CALLED })
  return [
    {
      name: 'own title, today',
      question: { ...own(USUAL.aet), step: { ...today, ScheduledStationAETitle: USUAL.aet } },
      expected: USUAL.today,
    },
    {
      name: 'own title, no day',
      question: { ...own(USUAL.aet), step: { ScheduledStationAETitle: USUAL.aet } },
      expected: USUAL.today,
    },
    {
      name: 'own title, today, the longest list',
      question: { ...own(FULL.aet), step: { ...today, ScheduledStationAETitle: FULL.aet } },
      expected: FULL.today,
    },
    {
      name: 'modality, today, of the whole branch',
      question: { ...own(USUAL.aet), step: { ...today, Modality: 'CT' } },
      expected: 'too wide',
    },
    {
      name: 'accession number',
      question: { ...own(USUAL.aet), keys: { AccessionNumber: accession } },
      expected: 1,
    },
    { name: 'patient number', question: { ...own(USUAL.aet), keys: { PatientID: patId } }, expected: 1 },
  ]
}

async function questionFigure(
  admin: Client,
  { port, kind, questions }: { port: number; kind: Kind; questions: number },
): Promise<Figure> {
  const recorded = await RecordedQuestion.of({ ...kind.question, port })
  const bare = bareSelection(admin, SANJEEVANI.id, kind.question)
  const times = { alone: [] as number[], whole: [] as number[], bare: [] as number[] }
  for (let run = -WARM_UP; run < questions; run += 1) {
    const { items, status, questionMs, wholeMs } = await recorded.ask(port)
    const got = status === TOO_WIDE ? 'too wide' : items
    if (got !== kind.expected) throw new Error(`${kind.name}: ${got} items, status ${status.toString(16)}`)
    const began = performance.now()
    await bare()
    const bareMs = performance.now() - began
    if (run < 0) continue
    times.alone.push(questionMs)
    times.whole.push(wholeMs)
    times.bare.push(bareMs)
  }
  const [alone, whole, sql] = [timingOf(times.alone), timingOf(times.whole), timingOf(times.bare)]
  const answer = kind.expected === 'too wide' ? 'refused as too wide' : `${kind.expected} items`
  return {
    name: `C-FIND by ${kind.name}: ${answer}`,
    value: `median ${ms(alone.median)}, p95 ${ms(alone.p95)}; with its association p95 ${ms(whole.p95)}`,
    control: `median ${ms(sql.median)}, p95 ${ms(sql.p95)}`,
    limit: `p95 ${P95_MAX} ms`,
    ok: alone.p95 <= P95_MAX,
  }
}

function strikesOf(port: number): (readonly [string, Strike])[] {
  const question = { port, aet: FULL.aet, called: CALLED, step: { ScheduledStationAETitle: FULL.aet } }
  const endless = { head: String.fromCharCode(1, 0, 0x12, 0, 0, 0), filler: 'A', bytes: 300 * 2 ** 20 }
  return [
    [
      'PDUs of 300 MB that never end, by two connections',
      { kind: 'bytes', data: { port, ...endless, lanes: 2, keepsOpen: false } },
    ],
    [
      'the longest list, by eight machines that ask again as soon as they are answered',
      { kind: 'questions', data: { question, machines: 8 } },
    ],
  ]
}

/** Measures the reader with and without the attack in turn; p99 of all rounds together. */
async function readerFigure(
  read: () => Promise<number[]>,
  [name, strike]: readonly [string, Strike],
  rounds: number,
): Promise<Figure> {
  const times = { idle: [] as number[], attacked: [] as number[] }
  await read()
  for (let round = 0; round < rounds; round += 1) {
    times.idle.push(...(await read()))
    times.attacked.push(...(await readUnder(strike, read)))
  }
  const [idle, attacked] = [p99Of(times.idle), p99Of(times.attacked)]
  const ratio = attacked / idle
  return {
    name: `a page of the app while the worklist gets ${name}: p99`,
    value: `${ratio.toFixed(2)} times (${ms(attacked)})`,
    control: `without: ${ms(idle)}`,
    limit: `at most ${P99_RATIO_MAX} times`,
    ok: ratio <= P99_RATIO_MAX,
  }
}
