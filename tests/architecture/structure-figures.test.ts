import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countStructure } from '#tests/bench/structure/count-structure.ts'

const root = mkdtempSync(join(tmpdir(), 'readroom-structure-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function put(name: string, ...lines: string[]): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), `${lines.join('\n')}\n`)
}

test('imports between features are counted once per pair, and comments are distinguished from code', () => {
  put('server/features/visits/a.ts', "import { b } from '../money/b.ts'", '// It answers the total.', 'b()')
  put('server/features/visits/b.ts', "import { b } from '../money/b.ts'")
  put('server/features/money/b.ts', "import { a } from '#server/features/visits/a.ts'", 'const answers = a')
  put('server/features/people/c.ts', "import { b } from '../money/b.ts'", "import { d } from './d.ts'")
  put('server/features/app.ts', "import { c } from './people/c.ts'")
  put('tests/a.test.ts', '', '')
  expect(countStructure(root)).toEqual({
    files: 5,
    lines: 9,
    median: 2,
    p90: 3,
    long: 0,
    testFiles: 1,
    testLines: 1,
    pairs: 3,
    mutual: 1,
    answers: 1,
  })
})

test('a folder without the product is refused', () => {
  expect(() => countStructure(join(root, 'tests'))).toThrow('holds none of the folders domain')
})
