// Runs in a process of its own, inside the copy: keeps vitest ready between two mutants. Told the file that was changed,
// it runs the tests that import it, then others that are related to it, and returns whether one of them failed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'
import { importsFile, nearestFirst } from './nearest-first.ts'

const [home = '', path = '', most = ''] = process.argv.slice(2)
const testsMax = Number(most)
const file = join(home, path)
/** So many test files in one go: a mutant that the nearest ones notice needs no others. */
const BATCH = 4

const placeOf = (moduleId: string) => moduleId.slice(home.length + 1)
/** The fault laboratory plays other schedules each time: what it notices once says nothing about the next time. */
const isByChance = (test: string) => test.startsWith('tests/faults/')

// Whoever asked is gone, however it ended: nobody waits for an answer.
process.once('disconnect', () => process.exit())

const vitest = await createVitest(
  'test',
  {
    root: home,
    related: [file],
    watch: true,
    bail: 1,
    reporters: [{}],
    coverage: { enabled: false },
    // A process that ran the mutant before still holds it.
    isolate: true,
  },
  { server: { watch: null } },
)
await vitest.init()
/** Those that import the file are known at once; who else is related takes a look at what every test imports. */
const every = await vitest.globTestSpecifications()
const importers = every.filter(
  ({ moduleId }) => !isByChance(placeOf(moduleId)) && importsFile(path, readFileSync(moduleId, 'utf8')),
)
const near = nearestFirst(path, importers, ({ moduleId }) => placeOf(moduleId)).slice(0, testsMax)
let farther: Promise<TestSpecification[]> | undefined

async function findFarther(): Promise<TestSpecification[]> {
  const asked = new Set(near.map(({ moduleId }) => moduleId))
  const related = await vitest.getRelevantTestSpecifications()
  const others = related.filter(({ moduleId }) => !asked.has(moduleId) && !isByChance(placeOf(moduleId)))
  return nearestFirst(path, others, ({ moduleId }) => placeOf(moduleId)).slice(0, testsMax - near.length)
}

/** What fails of the related tests; undefined where nothing does. */
async function findFailure(): Promise<string | undefined> {
  vitest.invalidateFile(file)
  const failure = await findFailureOf(near)
  if (failure !== undefined || near.length === testsMax) return failure
  return findFailureOf(await (farther ??= findFarther()))
}

async function findFailureOf(specs: readonly TestSpecification[]): Promise<string | undefined> {
  for (let first = 0; first < specs.length; first += BATCH) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
      specs.slice(first, first + BATCH),
    )
    const failed = testModules.find((module) => !module.ok())
    if (failed) return `${placeOf(failed.moduleId)} ${failed.errors()[0]?.message ?? ''}`
    if (unhandledErrors.length > 0) return String(unhandledErrors[0])
  }
  return undefined
}

process.on('message', (question) => {
  if (question === 'end') void vitest.close().finally(() => process.exit())
  else
    findFailure().then(
      (failure) => process.send?.({ failure }),
      (error: unknown) => process.send?.({ problem: String(error) }),
    )
})
process.send?.({ near: near.length })
