import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { findMutations, mutate } from '../../../scripts/lib/mutants/find-mutations.ts'
import { importersOf, importsOf } from '../../../scripts/lib/mutants/importers.ts'
import { importsFile, isBeside, nearestFirst } from '../../../scripts/lib/mutants/nearest-first.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const home = mkdtempSync(join(tmpdir(), 'readroom-mutants-test-'))
// As root, PostgreSQL runs under another account, which must be able to enter.
chmodSync(home, 0o711)
afterAll(() => rmSync(home, { recursive: true, force: true }))

const SOURCE = `import { far } from './far.ts'
const MAX: 3 = 3
interface Shape { kind: true }
export const isSmall = (size: number, strict = false): boolean => size < MAX && !strict
export function note(list: string[], one?: string): number {
  if (one) list.push(one)
  return far(list)
}
`

test('each operator finds its place, and types and imports are unchanged', () => {
  const found = findMutations('small.ts', SOURCE)
  expect(found.map(({ line, what }) => `${line} ${what}`)).toEqual([
    '2 3 becomes 4',
    '2 3 becomes 2',
    '4 false becomes true',
    '4 size < MAX && !strict is not returned',
    '4 < becomes <=',
    '4 && becomes ||',
    '6 one is negated',
    '6 list.push(one) is removed',
    '7 far(list) is not returned',
  ])
  const lines = found.map((one) => mutate(SOURCE, one).split('\n')[one.line - 1])
  expect(lines).toContain(
    'export const isSmall = (size: number, strict = false): boolean => size <= MAX && !strict',
  )
  expect(lines).toContain('  if (!(one)) list.push(one)')
  expect(lines).toContain('  if (one) ;')
  expect(lines).toContain('  return undefined as never')
})

test('a file is checked by its own test first, then by those of its folder', () => {
  const tests = [
    'tests/ui/a.test.ts',
    'tests/domain/b.test.ts',
    'tests/domain/visit/c.test.ts',
    'tests/domain/visit/slots.test.ts',
  ]
  expect(nearestFirst('domain/visit/slots.ts', tests, (path) => path)).toEqual(tests.toReversed())
})

test('among equally near tests those with a similar name come first', () => {
  const tests = ['tests/domain/report/checks.test.ts', 'tests/domain/report/markup.test.ts']
  expect(nearestFirst('domain/report/markup-style.ts', tests, (path) => path)).toEqual(tests.toReversed())
})

test('the test of a file of src/ is found, though tests/ has no src/', () => {
  const tests = ['tests/sync/api/a.test.ts', 'tests/sync/outbox/b.test.ts', 'tests/sync/outbox/lane.test.ts']
  expect(nearestFirst('src/sync/outbox/lane.ts', tests, (path) => path)).toEqual(tests.toReversed())
})

test('tests beside a file are those of its own folder and below, not of others', () => {
  expect(isBeside('domain/visit/slots.ts', 'tests/domain/visit/other.test.ts')).toBe(true)
  expect(isBeside('src/sync/outbox/lane.ts', 'tests/sync/outbox/other.test.ts')).toBe(true)
  expect(isBeside('domain/visit/slots.ts', 'tests/domain/visit/deeper/other.test.ts')).toBe(true)
  expect(isBeside('domain/visit/slots.ts', 'tests/domain/money/other.test.ts')).toBe(false)
})

test('a test that imports the file is found by its text', () => {
  const imports = (text: string) => importsFile('domain/visit/slots.ts', text)
  expect(imports("import { slotsOf } from '#domain/visit/slots.ts'")).toBe(true)
  expect(imports("import { slotsOf } from '#domain/visit/other-slots.ts'")).toBe(false)
})

test('the imports of a file are the loaded modules of the repository, not types', () => {
  const source = `import { a } from './a.ts'
import {
  b,
} from '../b.ts'
import type { T } from './types.ts'
import { c } from '#domain/c.ts'
import fc from 'fast-check'
export { d } from './d.ts'
export const text = "from './no.ts'"
`
  expect(importsOf('domain/x/file.ts', source)).toEqual([
    'domain/x/a.ts',
    'domain/b.ts',
    'domain/c.ts',
    'domain/x/d.ts',
  ])
})

test('a file is found with all files that load it, also indirectly', () => {
  const place = mkdtempSync(join(tmpdir(), 'readroom-importers-'))
  mkdirSync(join(place, 'domain'))
  const put = (name: string, text: string) => writeFileSync(join(place, 'domain', name), text)
  put('a.ts', 'export const a = 1\n')
  put('b.ts', "import { a } from './a.ts'\n")
  put('c.ts', "import { b } from '#domain/b.ts'\n")
  put('d.ts', "import type { A } from './a.ts'\n")
  expect([...importersOf(place, 'domain/a.ts', ['domain'])]).toEqual([
    'domain/a.ts',
    'domain/b.ts',
    'domain/c.ts',
  ])
  rmSync(place, { recursive: true })
})

test.each([
  'domain/money/over-balance.ts',
  'src/sync/outbox/send/made-offline.ts',
  // Its test has hooks, and replaces what only a browser has.
  'src/sync/session/session-storage.ts',
  // Its test has a page, databases and a hook.
  'src/sync/studies/use-study-list.ts',
])('%s is checked without vitest, by the tests that load it', { timeout: 120_000 }, async (path) => {
  const child = spawn(
    process.execPath,
    ['scripts/mutants.ts', path, '--plain', '--max', '4', '--tests', '1'],
    {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk))
  expect((await once(child, 'close'))[0]).toBe(0)
  const [, noticed = '0', all = '0', loaders = '0'] =
    /(\d+) of (\d+) noticed {2}\S+\.ts {2}\(of \d+ mutants; (\d+) test files/.exec(out) ?? []
  expect(Number(loaders)).toBeGreaterThan(0)
  expect(Number(all)).toBeGreaterThan(2)
  expect(Number(noticed)).toBeGreaterThan(Number(all) / 2)
  expect(readdirSync(home)).toEqual([])
})

test('an interrupted run leaves nothing behind', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ['scripts/mutants.ts', 'domain/visit/slots.ts'], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: home },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  while (readdirSync(home).length === 0 && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(readdirSync(home)).toHaveLength(1)
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(130)
  expect(readdirSync(home)).toEqual([])
})

test('an interrupted run stops its PostgreSQL and removes its files', { timeout: 120_000 }, async () => {
  const path = 'server/kernel/sync/commands/command-log.ts'
  const child = spawn(
    process.execPath,
    ['scripts/mutants.ts', path, '--plain', '--max', '4', '--tests', '1'],
    {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: home },
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  // While the cluster is made, the number in the file is negative.
  const findRunning = () =>
    globSync('*/temporary/readroom-test-*/postgres/postmaster.pid', { cwd: home })
      .map((file) => Number.parseInt(readFileSync(join(home, file), 'utf8')))
      .filter((pid) => pid > 0)
  while (findRunning().length === 0 && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const [postgres = 0] = findRunning()
  expect(postgres).toBeGreaterThan(0)
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(130)
  expect(readdirSync(home)).toEqual([])
  await vi.waitFor(() => expect(() => process.kill(postgres, 0)).toThrow('ESRCH'), { timeout: 20_000 })
})
