import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findMutations, mutate } from '../../../scripts/lib/mutants/find-mutations.ts'
import { importsFile, nearestFirst } from '../../../scripts/lib/mutants/nearest-first.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const home = mkdtempSync(join(tmpdir(), 'readroom-mutants-test-'))
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

test('each operator finds its place, and types and imports are left alone', () => {
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

test('a file is asked of its own test first, then of those of its folder', () => {
  const tests = [
    'tests/ui/a.test.ts',
    'tests/domain/b.test.ts',
    'tests/domain/visit/c.test.ts',
    'tests/domain/visit/slots.test.ts',
  ]
  expect(nearestFirst('domain/visit/slots.ts', tests, (path) => path)).toEqual(tests.toReversed())
})

test('a test that imports the file is known by its words', () => {
  const imports = (text: string) => importsFile('domain/visit/slots.ts', text)
  expect(imports("import { slotsOf } from '#domain/visit/slots.ts'")).toBe(true)
  expect(imports("import { slotsOf } from '#domain/visit/other-slots.ts'")).toBe(false)
})

test('nothing is left behind by a run that is interrupted', { timeout: 60_000 }, async () => {
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
