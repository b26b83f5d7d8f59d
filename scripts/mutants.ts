// npm run mutants: changes one thing at a time in source files and asks the tests whether they notice (docs/faults.md).
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { readCommandLine } from './lib/command-line.mjs'
import { type Runner, startRunner } from './lib/mutants/ask-runner.ts'
import { type Copy, copyTree } from './lib/mutants/copy-tree.ts'
import { findMutations, type Mutation, mutate } from './lib/mutants/find-mutations.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** Where a mutant can be noticed by a test. */
const ROOMS = ['domain', 'contract', 'render', 'src', 'server']
/** A mutant whose tests run so many times longer than without one turns in a circle. */
const PATIENCE = 4
const PATIENCE_MIN_MS = 30_000
const WHOLE_MS = 600_000

const COUNT = /^[1-9]\d*$/
const { values, positionals } = readCommandLine({
  usage: `npm run mutants -- PATH [--max N] [--tests N]

Changes one thing at a time in the files under PATH (a comparison, a boolean, a constant, a condition, a returned value, a
removed statement), runs the tests that are related to the file, and prints what no test noticed, with a score. It works
in a copy of the working tree. For engineers; not part of npm test.

  PATH        a TypeScript file or a folder of ${ROOMS.join('/, ')}/
  --max N     mutants of one file at most, spread over it (40)
  --tests N   related test files that are asked of one file at most, those that import it first (30)`,
  options: { max: { type: 'string', default: '40' }, tests: { type: 'string', default: '30' } },
  words: { min: 1, max: 1, missing: 'A path is missing.' },
  check: ({ max, tests }, [path = '']) => {
    if (!COUNT.test(max)) return '--max must be a number above 0.'
    if (!COUNT.test(tests)) return '--tests must be a number above 0.'
    const inside = relative(ROOT, resolve(path))
    if (!existsSync(resolve(path))) return `There is no ${path}.`
    if (!ROOMS.includes(inside.split('/')[0] ?? '')) return `${path} is in none of ${ROOMS.join(', ')}.`
    return filesIn(inside).length === 0 ? `There is no TypeScript in ${path}.` : undefined
  },
})

function filesIn(path: string): string[] {
  const files = statSync(join(ROOT, path)).isDirectory()
    ? globSync(`${path}/**/*.{ts,tsx}`, { cwd: ROOT }).toSorted()
    : [path]
  return files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
}

/** As many as are wanted, spread evenly. */
function spread(all: readonly Mutation[], count: number): Mutation[] {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, n) => all[Math.floor(n * step)]!)
}

interface Score {
  noticed: number
  all: number
}

// Before there is anything to leave behind.
let copy: Copy | undefined
let runner: Runner | undefined
process.once('exit', () => {
  runner?.stop()
  copy?.remove()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
copy = copyTree(ROOT)
const { home } = copy

async function scoreFile(path: string): Promise<Score> {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const every = findMutations(path, source)
  const chosen = spread(every, Number(values.max))
  const score = { noticed: 0, all: 0 }
  if (chosen.length === 0) return score
  const put = (text: string) => writeFileSync(join(home, path), text)
  const start = async () => (runner = await startRunner(home, path, Number(values.tests)))
  let asked = await start()
  const began = performance.now()
  await demandWhole(asked, path)
  const timeoutMs = Math.max(PATIENCE_MIN_MS, PATIENCE * (performance.now() - began))
  for (const mutation of chosen) {
    put(mutate(source, mutation))
    const { kind } = await asked.ask(timeoutMs)
    if (kind === 'timed out') asked = await start()
    score.all += 1
    if (kind !== 'survived') score.noticed += 1
    else console.log(`  survived  ${path}:${mutation.line}  ${mutation.what}`)
  }
  put(source)
  asked.stop()
  console.log(
    `${inPercent(score)}  ${path}  (of ${every.length} mutants; ${asked.near} test files import it)`,
  )
  return score
}

/** Without a mutant every test must pass, or nothing could be told. */
async function demandWhole(asked: Runner, path: string): Promise<void> {
  const verdict = await asked.ask(WHOLE_MS)
  if (verdict.kind === 'survived') return
  const why = verdict.kind === 'noticed' ? verdict.failure : 'they do not end'
  throw new Error(`The tests of ${path} fail without a mutant: ${why}`)
}

const inPercent = ({ noticed, all }: Score) =>
  `${String(all === 0 ? 100 : Math.floor((100 * noticed) / all)).padStart(3)} %  ${noticed} of ${all} noticed`

const total: Score = { noticed: 0, all: 0 }
for (const path of filesIn(relative(ROOT, resolve(positionals[0] ?? '')))) {
  const { noticed, all } = await scoreFile(path)
  total.noticed += noticed
  total.all += all
}
console.log(`\n${inPercent(total)} in all`)
process.exit(0)
