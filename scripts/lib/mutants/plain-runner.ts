// Runs as a separate process inside the copy, like test-runner.ts, for rules without vitest: runs the tests
// of a file in Node itself, and reloads only the file and its importers for each mutant.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importersOf } from './importers.ts'
import { importsFile, nearestFirst } from './nearest-first.ts'
import { takeCollected } from './plain-tests.ts'

const [home = '', , most = ''] = process.argv.slice(2)
const testsMax = Number(most)
/** The folders of rules and their tests. */
const FOLDERS = ['domain', 'contract', 'tests/domain', 'tests/helpers']
/** Features of vitest that plain-tests.ts does not replace. */
const NEEDS_VITEST = /\bvi\.|Snapshot\(/
/** Test files that take longer than this are not used for mutants. */
const FILE_MS = 8_000

const root = `${pathToFileURL(home).href}/`
const plainTests = new URL('plain-tests.ts', import.meta.url).href

/** A file, its importers, and the tests among them; tests that import it directly come first. */
interface Subject {
  path: string
  renewed: ReadonlySet<string>
  tests: string[]
}

function subjectOf(path: string): Subject {
  const renewed = importersOf(home, path, FOLDERS)
  const tests = [...renewed]
    .filter((place) => place.endsWith('.test.ts'))
    .map((place) => ({ place, text: readFileSync(join(home, place), 'utf8') }))
    .filter(({ text }) => !NEEDS_VITEST.test(text))
  const near = nearestFirst(path, tests, ({ place }) => place)
  const importers = near.filter(({ text }) => importsFile(path, text))
  const others = near.filter((test) => !importers.includes(test))
  return { path, renewed, tests: [...importers, ...others].map(({ place }) => place).slice(0, 2 * testsMax) }
}

let subject: Subject = { path: '', renewed: new Set(), tests: [] }
let turn = 0
registerHooks({
  resolve(name, context, next) {
    if (name === 'vitest' && context.parentURL?.startsWith(`${root}tests/`)) return next(plainTests, context)
    const found = next(name, context)
    const place = found.url.startsWith(root) ? found.url.slice(root.length) : ''
    return subject.renewed.has(place) ? { ...found, url: `${found.url}?turn=${turn}` } : found
  },
})

/** Returns the first failing test with its reason; undefined if all pass. */
async function findFailure(): Promise<string | undefined> {
  turn += 1
  for (const place of subject.tests) {
    try {
      takeCollected()
      await import(root + place)
      for (const { run } of takeCollected()) await run()
    } catch (error) {
      return `${place} ${error instanceof Error ? error.message : String(error)}`
    }
  }
  return undefined
}

/** Returns the tests that can be used here: they pass without a mutant, within the time limit. */
async function findAble({ path, renewed, tests }: Subject): Promise<Subject> {
  const able: string[] = []
  for (const place of tests) {
    const began = performance.now()
    subject = { path, renewed, tests: [place] }
    const failure = await findFailure()
    if (failure === undefined && performance.now() - began < FILE_MS) able.push(place)
    if (able.length === testsMax) break
  }
  return { path, renewed, tests: able }
}

/** Runs the tests of one file, which must be unchanged at the first call; without a file there is nothing to run. */
async function answer(path: string | undefined) {
  if (path === undefined) return {}
  if (path === subject.path) return { failure: await findFailure(), loaders: subject.tests.length }
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
