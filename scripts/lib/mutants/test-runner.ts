// Runs as a separate process inside the copy: keeps vitest ready between two mutants. At first runs every
// test that may load one of the files; for a changed file, runs the tests that load it and returns whether
// one of them failed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EnvironmentModuleNode } from 'vite'
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node'
import { importsFile, isBeside, nearestFirst } from './nearest-first.ts'

const [home = '', reach = '', most = '', ...paths] = process.argv.slice(2)
const testsMax = Number(most)
/** The number of test files per run: a mutant that the nearest ones detect needs no others. */
const BATCH = 8

const placeOf = (moduleId: string) => moduleId.slice(home.length + 1)
/** The fault laboratory runs other schedules each time, so its results are not repeatable. */
const isByChance = (test: string) => test.startsWith('tests/faults/')

// The parent process has ended, so nobody waits for the result.
process.once('disconnect', () => process.exit())

/** Keeps the given order: the nearest tests first, because they detect most. */
class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files)
  }
}

const vitest = await createVitest(
  'test',
  {
    root: home,
    related: paths.map((path) => join(home, path)),
    watch: true,
    bail: 1,
    reporters: [{}],
    coverage: { enabled: false },
    // Cached modules on the disk gave some runs the text before the change.
    fsModuleCache: false,
    maxWorkers: 1,
    sequence: { sequencer: InOrder },
  },
  { server: { watch: null } },
)
await vitest.init()
const every = (await vitest.globTestSpecifications()).filter(({ moduleId }) => !isByChance(placeOf(moduleId)))

function isNear(test: TestSpecification): boolean {
  const place = placeOf(test.moduleId)
  if (reach === 'near') return paths.some((path) => isBeside(path, place))
  const text = readFileSync(test.moduleId, 'utf8')
  return paths.some((path) => importsFile(path, text))
}

/**
 * Returns the tests that may load one of the files. Importers are known at once; other relations need a
 * search of every test.
 */
async function findCandidates(): Promise<TestSpecification[]> {
  const near = every.filter(isNear)
  if (reach !== 'related') return near
  const related = near.length >= testsMax ? [] : await vitest.getRelevantTestSpecifications()
  const others = related.filter((test) => !near.includes(test) && !isByChance(placeOf(test.moduleId)))
  return [...inOrder(near), ...inOrder(others)].slice(0, testsMax)
}

/** Sorts by nearness to the first file: without `--near` it is the only one. */
const inOrder = (tests: readonly TestSpecification[]) =>
  nearestFirst(paths[0] ?? '', tests, ({ moduleId }) => placeOf(moduleId))

const candidates = await findCandidates()

/**
 * Returns the tests that load a file: those that import it directly first, then by nearness. After a run of
 * all tests, vite knows the importers.
 */
function findLoaders(path: string): TestSpecification[] {
  const seen = new Set<EnvironmentModuleNode>()
  const ids = new Set<string | null>()
  const visit = (node: EnvironmentModuleNode) => {
    if (seen.has(node)) return
    seen.add(node)
    ids.add(node.id)
    for (const importer of node.importers) visit(importer)
  }
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const node of moduleGraph.getModulesByFile(join(home, path)) ?? []) visit(node)
  const loaders = candidates.filter(({ moduleId }) => ids.has(moduleId))
  const near = nearestFirst(path, loaders, ({ moduleId }) => placeOf(moduleId))
  const isImporter = ({ moduleId }: TestSpecification) => importsFile(path, readFileSync(moduleId, 'utf8'))
  const importers = new Set(near.filter(isImporter))
  return [...importers, ...near.filter((test) => !importers.has(test))].slice(0, testsMax)
}

/** Returns the failure of some tests; undefined if all pass. */
async function findFailure(tests: readonly TestSpecification[]): Promise<string | undefined> {
  for (let first = 0; first < tests.length; first += BATCH) {
    const batch = tests.slice(first, first + BATCH)
    const asked = new Set(batch.map(({ moduleId }) => moduleId))
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(batch)
    // The answer may contain test files of earlier runs, with their failures.
    const failed = testModules.find((module) => asked.has(module.moduleId) && !module.ok())
    if (failed) return `${placeOf(failed.moduleId)} ${failed.errors()[0]?.message ?? ''}`
    if (unhandledErrors.length > 0) return String(unhandledErrors[0])
  }
  return undefined
}

const changed = new Set<string>()

/** Runs the tests of one file, which has just been changed; runs all tests if no file is given. */
async function answer(path: string | undefined) {
  if (path === undefined) return { failure: await findFailure(candidates) }
  const loaders = findLoaders(path)
  // The previous file has its original text again.
  for (const one of changed.add(path)) vitest.invalidateFile(join(home, one))
  changed.clear()
  changed.add(path)
  return { failure: await findFailure(loaders), loaders: loaders.length }
}

process.on('message', ({ path }: { path?: string }) => {
  answer(path).then(
    (told) => process.send?.(told),
    (error: unknown) => process.send?.({ problem: String(error) }),
  )
})
process.send?.({ candidates: candidates.length })
