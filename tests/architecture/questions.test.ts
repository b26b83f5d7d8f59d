import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** A row of a table that ends with a file and a name that it exports. */
const ROW = /^\|.*\| `([\w./-]+\.tsx?)` \| `(\w+)` \|$/gm

const rowsOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(ROW)].map(([, file = '', name = '']) => ({ file, name }))

const exportsName = (file: string, name: string) =>
  new RegExp(`^export (?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b`, 'm').test(
    readFileSync(file, 'utf8'),
  )

describe.each([
  { page: 'CONTRIBUTING.md', count: 20 },
  { page: 'ARCHITECTURE.md', count: 20 },
])('$page', ({ page, count }) => {
  test('lists its rooms and questions completely', () => {
    expect(rowsOf(page)).toHaveLength(count)
  })

  test.each(rowsOf(page))('$file exports $name', ({ file, name }) => {
    expect(existsSync(file), `${file} is there`).toBe(true)
    expect(exportsName(file, name), `${file} exports ${name}`).toBe(true)
  })
})
