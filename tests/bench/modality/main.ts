// npm run bench:modality: the machines' worklist among many open services, and the web server during its
// load. Not part of the tests.
import { readCommandLine } from '../../../scripts/lib/command-line.mjs'

const { values } = readCommandLine({
  usage: `npm run bench:modality [-- --services 100000 --questions 200 --rounds 3 --write]

Starts a server of its own with the demo and many open services, asks its worklist as machines do, and measures how long a page of the
app takes meanwhile, while the worklist is attacked and while it is not. For engineers.

  --services N         open services, 2000 to 200000 (100000)
  --questions N        questions of each kind, 20 to 2000 (200)
  --rounds N           rounds of the reader with and without an attack, 1 to 20 (3)
  --write              puts the figures into docs/benchmarks.md`,
  options: {
    services: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
  check: ({ services, questions, rounds }) => {
    if (!isBetween(services, 2_000, 200_000)) return '--services must be a number from 2000 to 200000.'
    if (!isBetween(questions, 20, 2_000)) return '--questions must be a number from 20 to 2000.'
    if (!isBetween(rounds, 1, 20)) return '--rounds must be a number from 1 to 20.'
    return undefined
  },
})

function isBetween(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
}

// Loads everything else only if something is measured.
const { measureWorklist } = await import('./measure-worklist.ts')
process.exit(
  await measureWorklist({
    services: Number(values.services),
    questions: Number(values.questions),
    rounds: Number(values.rounds),
    isWritten: values.write,
  }),
)
