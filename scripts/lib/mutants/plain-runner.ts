// Runs as a separate process inside the copy, like test-runner.ts, but without vitest: runs the tests of a
// file in Node itself, with a real database where they ask for one, and reloads only the file and its importers for each mutant.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
// Must come before the code that tests load: live queries search for the databases when their library is loaded.
import 'fake-indexeddb/auto'
// It must not be loaded first by a test that has a page: later tests have none.
import 'dexie'
import { builtinEnvironments } from 'vitest/runtime'
import { importersOf } from './importers.ts'
import { importsFile, isBeside, nearestFirst } from './nearest-first.ts'
import { inject, provide, takeCollected, vi } from './plain-tests.ts'

const [home = '', , most = ''] = process.argv.slice(2)
const testsMax = Number(most)
/** The folders of rules and their tests. */
const OF_RULES = ['domain', 'contract', 'tests/domain', 'tests/helpers']
/** The folders of all code that runs without a browser, and of its tests. */
const OF_ALL = [...OF_RULES, 'server', 'src', 'tests/server', 'tests/sync', 'tests/db']
/** Features that need vitest itself: replaced modules, and what asks for the running test. */
const NEEDS_VITEST = /\bvi\.(?:hoisted|resetModules|(?:do|un)?[mM]ock\(|import)|Snapshot\(|\bexpect\.poll\(/
/** A test with this mark runs with the globals of a page, as in vitest. */
const IN_PAGE = '// @vitest-environment happy-dom'
/** Test files that take longer than this are not used for mutants. */
const FILE_MS = 20_000

/** The library that plays the databases of a browser: each turn begins with none. */
const DATABASES = '/node_modules/fake-indexeddb/'

const root = `${pathToFileURL(home).href}/`
const plainTests = new URL('plain-tests.ts', import.meta.url).href

/** A file, its importers, and the tests among them; tests that import it directly come first. */
interface Subject {
  path: string
  renewed: ReadonlySet<string>
  tests: string[]
}

function subjectOf(path: string): Subject {
  const isRule = path.startsWith('domain/')
  const renewed = importersOf(home, path, isRule ? OF_RULES : OF_ALL)
  const tests = [...renewed]
    .filter((place) => place.endsWith('.test.ts'))
    .map((place) => ({ place, text: readFileSync(join(home, place), 'utf8') }))
    .filter(({ text }) => !NEEDS_VITEST.test(text))
  const near = nearestFirst(path, tests, ({ place }) => place)
  const importers = near.filter(({ text }) => importsFile(path, text))
  // Farther tests run whole devices, whose timing is another one here.
  const others = near.filter((test) => !importers.includes(test) && (isRule || isBeside(path, test.place)))
  return { path, renewed, tests: [...importers, ...others].map(({ place }) => place).slice(0, 2 * testsMax) }
}

// Tests may replace these by a clock of their own.
const { setTimeout, clearTimeout, setImmediate } = globalThis

let subject: Subject = { path: '', renewed: new Set(), tests: [] }
let turn = 0
/** Errors that reached nobody, as vitest counts them. */
const unhandled: unknown[] = []
for (const event of ['unhandledRejection', 'uncaughtException'])
  process.on(event, (error) => unhandled.push(error))

registerHooks({
  resolve(name, context, next) {
    if (name === 'vitest' && context.parentURL?.startsWith(`${root}tests/`)) return next(plainTests, context)
    const found = next(name, context)
    const place = found.url.startsWith(root) ? found.url.slice(root.length) : ''
    const isRenewed = subject.renewed.has(place) || found.url.includes(DATABASES)
    return isRenewed ? { ...found, url: `${found.url}?turn=${turn}` } : found
  },
})

async function runFile(place: string): Promise<void> {
  const isInPage = readFileSync(join(home, place), 'utf8').startsWith(IN_PAGE)
  const page = isInPage ? await builtinEnvironments['happy-dom'].setup(globalThis, {}) : undefined
  try {
    await import(root + place)
    for (const { run } of takeCollected()) await run()
  } finally {
    vi.useRealTimers()
    await page?.teardown(globalThis)
  }
}

/** Throws if the work does not end. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The test does not end.')), FILE_MS)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the first failing test with its reason; undefined if all pass. */
async function findFailure(): Promise<string | undefined> {
  turn += 1
  unhandled.length = 0
  for (const place of subject.tests) {
    try {
      takeCollected()
      await inTime(runFile(place))
      await new Promise(setImmediate)
      if (unhandled.length > 0) throw unhandled[0]
    } catch (error) {
      return `${place} ${error instanceof Error ? error.message : String(error)}`
    }
  }
  return undefined
}

/** The setup of vitest opens an address at which tests ask for a database; undefined until a file of the server is changed. */
let databases: Promise<void> | undefined

async function openDatabases(): Promise<void> {
  const { default: setup } = await import(`${root}tests/helpers/database/global-database.ts`)
  await setup({ provide })
  // The demo is made here, so that no test file is left out for the time that it takes.
  await fetch(`${String(inject('databaseDoor'))}/18/demo`)
}

/** Returns the tests that can be used here: they pass without a mutant, within the time limit. */
async function findAble({ path, renewed, tests }: Subject): Promise<Subject> {
  const able: string[] = []
  for (const place of tests) {
    const began = performance.now()
    subject = { path, renewed, tests: [place] }
    // Twice, because what the first run leaves behind must not make later ones fail.
    const failure = (await findFailure()) ?? (await findFailure())
    if (failure === undefined && performance.now() - began < 2 * FILE_MS) able.push(place)
    if (able.length === testsMax) break
  }
  return { path, renewed, tests: able }
}

/** Runs the tests of one file, which must be unchanged at the first call; without a file there is nothing to run. */
async function answer(path: string | undefined) {
  if (path === undefined) return {}
  if (path === subject.path) return { failure: await findFailure(), loaders: subject.tests.length }
  if (path.startsWith('server/')) await (databases ??= openDatabases())
  subject = await findAble(subjectOf(path))
  return { loaders: subject.tests.length }
}

// The parent process has ended, so nobody waits for the result.
process.once('disconnect', () => process.exit())
process.on('message', ({ path }: { path?: string }) => {
  answer(path).then(
    (told) => process.send?.(told),
    (error: unknown) => process.send?.({ problem: String(error) }),
  )
})
process.send?.({ candidates: 0 })
