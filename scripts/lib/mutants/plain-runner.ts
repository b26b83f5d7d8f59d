// Runs in a process of its own, inside the copy, as test-runner.ts does, for rules without vitest: the tests of a file
// run in Node itself, with the file and whatever imports it loaded anew for each mutant and the rest kept.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importersOf } from './importers.ts'
import { importsFile, nearestFirst } from './nearest-first.ts'
import { takeCollected } from './plain-tests.ts'

const [home = '', , most = ''] = process.argv.slice(2)
const testsMax = Number(most)
/** Where a rule and what tests it may stand. */
const FOLDERS = ['domain', 'contract', 'tests/domain', 'tests/helpers']
/** What plain-tests.ts does not stand for. */
const NEEDS_VITEST = /\bvi\.|Snapshot\(/
/** A file of tests that takes longer is asked about no mutants. */
const FILE_MS = 8_000

const root = `${pathToFileURL(home).href}/`
const plainTests = new URL('plain-tests.ts', import.meta.url).href

/** A file, what loads it, and the tests among that, those that import it themselves first. */
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

/** The first test that fails, with its reason; undefined where none does. */
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

/** The tests that can be asked here: without a mutant they pass, and soon. */
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

/** Of one file, which must be whole when it is first asked about; where none is named there is nothing to run. */
async function answer(path: string | undefined) {
  if (path === undefined) return {}
  if (path === subject.path) return { failure: await findFailure(), loaders: subject.tests.length }
  subject = await findAble(subjectOf(path))
  return { loaders: subject.tests.length }
}

// Whoever asked is gone, however it ended: nobody waits for an answer.
process.once('disconnect', () => process.exit())
process.on('message', ({ path }: { path?: string }) => {
  answer(path).then(
    (told) => process.send?.(told),
    (error: unknown) => process.send?.({ problem: String(error) }),
  )
})
process.send?.({ candidates: 0 })
