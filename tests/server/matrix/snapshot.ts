import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Outcome } from './outcome.ts'
import { type Column, PEOPLE } from './people.ts'
import type { Row } from './rows.ts'

const FOLDER = join(import.meta.dirname, 'snapshot')
const HEADS = {
  name: 'call',
  whose: 'whose',
  cells: [...PEOPLE.map(({ column }) => column), 'no modules'],
}
const WIDTHS = { name: 44, whose: 7, cell: 13 }

/** One row with everybody's answers; `bare` is the administrator's answer if the client bought nothing. */
export interface Judged {
  row: Row
  outcomes: ReadonlyMap<Column, Outcome>
  bare?: Outcome
}

const line = (name: string, whose: string, cells: readonly string[]) =>
  [name.padEnd(WIDTHS.name), whose.padEnd(WIDTHS.whose), ...cells.map((cell) => cell.padEnd(WIDTHS.cell))]
    .join(' ')
    .trimEnd()

/** Returns the matrix as text: a line per row, a column per person. */
export function tableOf(judged: readonly Judged[]): string {
  const lines = judged.map(({ row, outcomes, bare }) =>
    line(row.name, row.whose, [
      ...PEOPLE.map(({ column }) => outcomes.get(column)?.cell ?? ''),
      bare?.cell ?? '',
    ]),
  )
  return [line(HEADS.name, HEADS.whose, HEADS.cells), ...lines, ''].join('\n')
}

/** Returns which fields an own record's answer has, and for whom which of them are missing. */
export function fieldsText(judged: readonly Judged[]): string {
  const blocks = judged.flatMap(({ row, outcomes }) => {
    if (row.whose !== 'own') return []
    const answered = [...outcomes].filter(([, { fields }]) => fields.size > 0)
    const all = [...new Set(answered.flatMap(([, { fields }]) => [...fields]))].toSorted()
    if (all.length === 0) return []
    const lacking = Map.groupBy(answered, ([, { fields }]) => missingOf(all, fields).join(', '))
    const lines = [...lacking].flatMap(([missing, columns]) =>
      missing === '' ? [] : [`  ${columns.map(([column]) => column).join(', ')} without: ${missing}`],
    )
    return [[row.name, `  fields: ${all.join(', ')}`, ...lines].join('\n')]
  })
  return `${blocks.join('\n')}\n`
}

// If a whole part is missing, returns the part and not each of its fields.
function missingOf(all: readonly string[], fields: ReadonlySet<string>): string[] {
  const has = (prefix: string) => [...fields].some((field) => field.startsWith(prefix))
  const missing = all
    .filter((field) => !fields.has(field))
    .map((field) => {
      const parts = field.split(/(?<=\.|\[\])/)
      const at = parts.findIndex((_, i) => !has(parts.slice(0, i + 1).join('')))
      return parts.slice(0, at + 1).join('')
    })
  return [...new Set(missing)]
}

/** Compares a text with the reviewed one; `npm run matrix -- --write` writes the new text. */
export function holdAgainst(name: string, now: string): void {
  const file = join(FOLDER, name)
  if (process.env.MATRIX_WRITE === '1') {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, now)
    return
  }
  const reviewed = readFileSync(file, 'utf8')
  if (reviewed === now) return
  const before = new Set(reviewed.split('\n'))
  const after = new Set(now.split('\n'))
  const gone = [...before].filter((text) => !after.has(text)).map((text) => `- ${text}`)
  const come = [...after].filter((text) => !before.has(text)).map((text) => `+ ${text}`)
  expect.fail(
    [
      `What calls answer is not what was reviewed (tests/server/matrix/snapshot/${name}).`,
      'If each line is right by the roles of the specification: npm run matrix -- --write, and read the difference.',
      ...[...gone, ...come].toSorted((a, b) => a.slice(2).localeCompare(b.slice(2))),
    ].join('\n'),
  )
}
