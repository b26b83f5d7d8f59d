// npm run mutants: changes one thing at a time in source files and checks whether the tests detect it (docs/faults.md).
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { readCommandLine } from './lib/command-line.mjs'
import { type Runner, startRunner } from './lib/mutants/ask-runner.ts'
import { type Copy, copyTree } from './lib/mutants/copy-tree.ts'
import { findMutations, type Mutation, mutate } from './lib/mutants/find-mutations.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** The folders in which a test can detect a mutant. */
const ROOMS = ['domain', 'contract', 'render', 'src', 'server']
/** Those whose tests can run in Node itself, if they need no browser and no database. */
const PLAIN_ROOMS = ['domain', 'src', 'server']
/** A mutant whose tests run so many times longer than without it is in an endless loop. */
const PATIENCE = 4
const PATIENCE_MIN_MS = { plain: 30_000, own: 30_000, near: 30_000, related: 30_000 }
const WHOLE_MS = 600_000

const COUNT = /^[1-9]\d*$/
const { values, positionals } = readCommandLine({
  usage: `npm run mutants -- PATH... [--max N] [--tests N] [--own] [--near] [--plain]

Changes one thing at a time in the files under each PATH (a comparison, a boolean, a constant, a condition, a returned value, a
removed statement), runs the tests that are related to the file, and prints what no test noticed, with a score. It works
in a copy of the working tree. For engineers; not part of npm test.

  PATH        a TypeScript file or a folder of ${ROOMS.join('/, ')}/
  --max N     mutants of one file at most, spread over it (40)
  --tests N   test files that are asked of one file at most, those that import it first, then others that are related (30)
  --own       ask only tests that import PATH's files themselves: the quickest start, and the score is a lower bound
  --near      ask only tests that stand in the folder of tests/ that belongs to PATH's files: many times quicker, and the
              score is a lower bound
  --plain     for PATH in ${PLAIN_ROOMS.join('/, ')}/: ask only tests that run in Node itself without vitest: many
              times quicker, and the score is a lower bound`,
  options: {
    max: { type: 'string', default: '40' },
    tests: { type: 'string', default: '30' },
    own: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
  },
  words: { min: 1, max: 500, missing: 'A path is missing.' },
  check: ({ max, tests, plain }, paths) => {
    if (!COUNT.test(max)) return '--max must be a number above 0.'
    if (!COUNT.test(tests)) return '--tests must be a number above 0.'
    return paths.map((path) => problemOf(path, plain)).find((problem) => problem !== undefined)
  },
})

function problemOf(path: string, plain: boolean): string | undefined {
  const inside = relative(ROOT, resolve(path))
  const [room = ''] = inside.split('/')
  if (!existsSync(resolve(path))) return `There is no ${path}.`
  if (!ROOMS.includes(room)) return `${path} is in none of ${ROOMS.join(', ')}.`
  if (plain && !PLAIN_ROOMS.includes(room)) return `--plain is for paths in ${PLAIN_ROOMS.join('/, ')}/.`
  return filesIn(inside).length === 0 ? `There is no TypeScript in ${path}.` : undefined
}

function filesIn(path: string): string[] {
  const files = statSync(join(ROOT, path)).isDirectory()
    ? globSync(`${path}/**/*.{ts,tsx}`, { cwd: ROOT }).toSorted()
    : [path]
  return files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
}

/** Returns as many as requested, spread evenly. */
function spread(all: readonly Mutation[], count: number): Mutation[] {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, n) => all[Math.floor(n * step)]!)
}

interface Score {
  noticed: number
  all: number
}

// Set before the copy exists, so that the handler can remove it.
let copy: Copy | undefined
let runner: Runner | undefined
process.once('exit', () => {
  runner?.stop()
  copy?.remove()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const tree = copyTree(ROOT)
copy = tree
const { home } = tree
const reach = values.plain ? 'plain' : values.own ? 'own' : values.near ? 'near' : 'related'

interface Asked {
  runner: Runner
  timeoutMs: number
}

async function start(paths: readonly string[]): Promise<Asked> {
  runner = await startRunner(tree, paths, Number(values.tests), reach)
  return { runner, timeoutMs: await timeWhole(runner, paths[0]) }
}

/**
 * Runs the tests without a mutant: all must pass, or the result would mean nothing. Returns the time limit
 * for a mutant, longer than that run.
 */
async function timeWhole(ready: Runner, name: string | undefined, path?: string): Promise<number> {
  const began = performance.now()
  const verdict = await ready.ask(WHOLE_MS, path)
  if (verdict.kind === 'survived')
    return Math.max(PATIENCE_MIN_MS[reach], PATIENCE * (performance.now() - began))
  const why = verdict.kind === 'noticed' ? verdict.failure : 'they do not end'
  throw new Error(`The tests of ${name} fail without a mutant: ${why}`)
}

/** Tests that several files need are started once for all of them. */
async function scoreFiles(paths: readonly string[]): Promise<Score> {
  const total: Score = { noticed: 0, all: 0 }
  let asked: Asked | undefined
  for (const path of paths) {
    const source = readFileSync(join(ROOT, path), 'utf8')
    const every = findMutations(path, source)
    const put = (text: string) => writeFileSync(join(home, path), text)
    const score = { noticed: 0, all: 0, loaders: 0 }
    let timeoutMs: number | undefined
    try {
      for (const mutation of spread(every, Number(values.max))) {
        asked ??= await start(paths)
        // Without vitest the tests of each file run separately.
        if (reach === 'plain') timeoutMs ??= await timeWhole(asked.runner, path, path)
        const patience = timeoutMs ?? asked.timeoutMs
        put(mutate(source, mutation))
        const first = await asked.runner.ask(patience, path)
        // A run that began with an older text of the file detects nothing, so a surviving mutant is run twice.
        const isSure = first.kind !== 'survived' || first.loaders === 0 || reach === 'plain'
        const { kind, loaders } = isSure ? first : await asked.runner.ask(patience, path)
        put(source)
        if (kind === 'timed out') asked = timeoutMs = undefined
        score.loaders = Math.max(score.loaders, loaders)
        score.all += 1
        if (kind !== 'survived') score.noticed += 1
        else console.log(`  survived  ${path}:${mutation.line}  ${mutation.what}`)
      }
      // What earlier mutants left in the process must not have decided about later ones.
      if (reach === 'plain' && timeoutMs !== undefined && asked) await timeWhole(asked.runner, path, path)
    } catch (error) {
      if (reach !== 'plain') throw error
      // The other files have a new process, without what this one left.
      put(source)
      asked?.runner.stop()
      asked = undefined
      process.exitCode = 1
      console.log(
        `no score  ${path}  ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      )
      continue
    }
    total.noticed += score.noticed
    total.all += score.all
    if (score.all > 0)
      console.log(
        `${inPercent(score)}  ${path}  (of ${every.length} mutants; ${score.loaders} test files load it)`,
      )
  }
  asked?.runner.stop()
  return total
}

const inPercent = ({ noticed, all }: Score) =>
  `${String(all === 0 ? 100 : Math.floor((100 * noticed) / all)).padStart(3)} %  ${noticed} of ${all} noticed`

const files = positionals.flatMap((path) => filesIn(relative(ROOT, resolve(path))))
const total: Score = { noticed: 0, all: 0 }
for (const together of reach === 'related' ? files.map((file) => [file]) : [files]) {
  const { noticed, all } = await scoreFiles(together)
  total.noticed += noticed
  total.all += all
}
console.log(`\n${inPercent(total)} in all`)
process.exit()
