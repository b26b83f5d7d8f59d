import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsIn, importsOf } from './imports-of.ts'

/**
 * A folder of server/features is one noun (docs/decisions/379). The folders have an order: who imports another is never
 * imported back, nor through others. And a folder has a door: others import only what stands in its `public/`.
 * The files beside the folders put the server together; they may import everything and are imported by no folder.
 */
const FEATURES = 'server/features'
/** Writes the rows of every folder, so the door is not asked of it. */
const DEMO = 'demo'

interface Import {
  from: string
  to: string
}

/** Returns the feature of a file; undefined outside of these folders. */
const folderOf = (file: string): string | undefined =>
  new RegExp(String.raw`^${FEATURES}/([\w-]+)/`).exec(file)?.[1]

/** Returns the imports of the shortest circle of folders; undefined if there is none. */
function findCircle(imports: readonly Import[]): Import[] | undefined {
  const byFolder = Map.groupBy(imports, ({ from }) => folderOf(from))
  const wayBackTo = (start: string | undefined): Import[][] => {
    const seen = new Set<string | undefined>()
    const ways = (byFolder.get(start) ?? []).map((one) => [one])
    for (const way of ways) {
      const end = folderOf(way.at(-1)!.to)
      if (end === start) return [way]
      if (seen.has(end)) continue
      seen.add(end)
      ways.push(...(byFolder.get(end) ?? []).map((one) => [...way, one]))
    }
    return []
  }
  return [...byFolder.keys()].flatMap(wayBackTo).sort((a, b) => a.length - b.length)[0]
}

/** Returns what is wrong with the doors of these folders, by their files and the imports between them. */
function findOpenDoors(files: readonly string[], imports: readonly Import[]): string[] {
  const imported = new Set(imports.map(({ to }) => to))
  const hasDoor = new Set(files.filter(isPublic).map(folderOf))
  const past = imports
    .filter(({ from, to }) => folderOf(from) !== DEMO && hasDoor.has(folderOf(to)) && !isPublic(to))
    .map(({ from, to }) => `${from} reaches past ${FEATURES}/${folderOf(to)}/public: ${to}`)
  const unused = files
    .filter((file) => isPublic(file) && !imported.has(file))
    .map((file) => `${file} is imported by no other folder: take it out of public/`)
  const halfOpen = [...Map.groupBy(files, folderOf)]
    .filter(([folder, own]) => !hasDoor.has(folder) && own.some((file) => imported.has(file)))
    .flatMap(([folder, own]) =>
      own
        .filter((file) => !imported.has(file))
        .map((file) => `${FEATURES}/${folder} needs a public/, because ${file} is its own`),
    )
  return [...past, ...unused, ...halfOpen]
}

const isPublic = (file: string) => file.startsWith(`${FEATURES}/${folderOf(file)}/public/`)

const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(FEATURES, name))
const imports: Import[] = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })))
const between = imports.filter(
  ({ from, to }) => folderOf(from) && folderOf(to) && folderOf(from) !== folderOf(to),
)

const file = (name: string) => `${FEATURES}/${name}.ts`
const link = (from: string, to: string): Import => ({ from: file(from), to: file(to) })

test('imports are found in every form', () => {
  const text = `import type { A } from '../a/public/a.ts'
import { B } from '#server/features/b/public/b.ts'
export { c } from './c.ts'
const d = import('../d/d.ts')
const e = new URL('../e/e-thread.ts', import.meta.url)
import { f } from 'kysely'`
  expect(importsIn(file('x/x'), text)).toEqual([
    file('a/public/a'),
    file('b/public/b'),
    file('x/c'),
    file('d/d'),
    file('e/e-thread'),
  ])
})

test('a circle of folders is found, whether of two or of more', () => {
  const chain = [link('a/a', 'b/b'), link('b/c', 'c/c'), link('a/a', 'c/c')]
  expect(findCircle(chain)).toBeUndefined()
  expect(findCircle([...chain, link('c/d', 'b/b')])).toEqual([link('b/c', 'c/c'), link('c/d', 'b/b')])
  expect(findCircle([...chain, link('c/d', 'a/a')])).toEqual([link('a/a', 'c/c'), link('c/d', 'a/a')])
  expect(findCircle([link('a/a', 'b/b'), link('b/b', 'c/c'), link('c/c', 'a/a')])).toHaveLength(3)
})

test('a door is asked of every folder but one that is public as a whole', () => {
  const own = [file('a/public/a'), file('a/b'), file('b/b'), file('c/c'), file('c/d')]
  const whole = [link('b/b', 'a/public/a')]
  expect(findOpenDoors(own, whole)).toEqual([])
  expect(findOpenDoors(own, [...whole, link('b/b', 'a/b')])).toEqual([
    `${file('b/b')} reaches past ${FEATURES}/a/public: ${file('a/b')}`,
  ])
  expect(findOpenDoors(own, [])).toEqual([
    `${file('a/public/a')} is imported by no other folder: take it out of public/`,
  ])
  expect(findOpenDoors(own, [...whole, link('b/b', 'c/c')])).toEqual([
    `${FEATURES}/c needs a public/, because ${file('c/d')} is its own`,
  ])
  expect(findOpenDoors(own, [...whole, link('b/b', 'c/c'), link('b/b', 'c/d')])).toEqual([])
})

test('the walk finds the folders and the imports between them', () => {
  expect(new Set(files.map(folderOf)).size).toBeGreaterThan(60)
  expect(between.length).toBeGreaterThan(800)
  const missing = between.filter(({ to }) => !existsSync(to)).map(({ to }) => to)
  expect(missing, 'the walk reads a path wrongly').toEqual([])
})

test('no folder is imported by one that it imports, nor through others', () => {
  const circle = findCircle(between) ?? []
  expect(
    circle.map(({ from, to }) => `${from} imports ${to}`),
    'Move what both need to the lower folder, or below both. What the lower one must call is handed to it where the server is put together (patient-followers.ts, message-checks.ts).',
  ).toEqual([])
})

test('a folder is entered by its public files alone', () => {
  expect(
    findOpenDoors(files, between),
    'Move the file into public/ if other folders may depend on it; call another public function if not.',
  ).toEqual([])
})

test('no folder imports a file that puts the server together', () => {
  const upward = imports
    .filter(({ from, to }) => folderOf(from) && to.startsWith(`${FEATURES}/`) && !folderOf(to))
    .map(({ from, to }) => `${from} imports ${to}`)
  expect(upward, 'Take it as an argument: these files hand it over.').toEqual([])
})
