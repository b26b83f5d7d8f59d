import { afterAll, beforeAll, expect, test } from 'vitest'
import { judge } from './judge.ts'
import { type Matrix, openMatrix } from './open-matrix.ts'
import { cellOfCode } from './outcome.ts'
import { brokenRequestOf, CALL_ROWS } from './rows.ts'
import { fieldsText, holdAgainst, type Judged, tableOf } from './snapshot.ts'

// docs/security.md: every call as every role, with records of the own branch, of another branch and of
// another client, against the reviewed table.
let matrix: Matrix
let judged: Judged[]
/** Calls that report input errors to a caller who may not make them, with those callers. */
let told: string[]
/** Callers whose answer was different when the call came from the outbox. */
let otherwise: string[]

beforeAll(async () => {
  matrix = await openMatrix()
  const full = await judge(matrix, CALL_ROWS)
  told = await findTold(full)
  otherwise = await findOtherwise(full)
  await matrix.switchModulesOff()
  judged = []
  for (const each of full)
    judged.push(
      each.row.whose === 'own' ? { ...each, bare: await matrix.outcomeOf(each.row, 'admin') } : each,
    )
}, 600_000)
afterAll(() => matrix?.close())

test('every call responds to each role as reviewed', () => {
  holdAgainst('calls.txt', tableOf(judged))
})

test('every response with an own record contains the fields reviewed for each role', () => {
  holdAgainst('fields-of-calls.txt', fieldsText(judged))
})

// A right may depend on the input itself, or on the record that it names.
test('a forbidden caller is not told about errors in the input, except where reviewed', () => {
  holdAgainst('input-before-right.txt', [...TOLD_HEAD, ...told, ''].join('\n'))
})

test('a change from the outbox is allowed and refused like its own call', () => {
  expect(otherwise).toEqual([])
})

const TOLD_HEAD = [
  '# Each right below depends on what the input says, or on the record that it names: which list or filter (flag), which kind of',
  '# comment, document or paper, whose comment, document, shortcut or template, which study or visit. Who leaves a report',
  '# (report/writing) needs no right to write it. Every other call asks for the right before it reads its input.',
]

const REFUSED = ['no', 'off', 'out']

async function findTold(all: readonly Judged[]): Promise<string[]> {
  const found: string[] = []
  for (const { row, outcomes } of all) {
    const { call } = row
    if (call === undefined || row.whose !== 'own' || row.name !== call.key) continue
    const columns: string[] = []
    for (const [column, { cell }] of outcomes) {
      if (!REFUSED.includes(cell)) continue
      const { status, body } = await matrix.send(
        brokenRequestOf(call, matrix.recordsOf(column, 'own')),
        column,
      )
      const code = cellOfCode((body as { code?: string }).code ?? String(status))
      if (code !== cell) columns.push(column)
    }
    if (columns.length > 0) found.push(`${call.key}: ${columns.join(' ')}`)
  }
  return found
}

async function findOtherwise(all: readonly Judged[]): Promise<string[]> {
  const found: string[] = []
  for (const { row, outcomes } of all) {
    const { call } = row
    if (call?.offline.kind !== 'queue' || row.name !== call.key) continue
    for (const [column, { cell }] of outcomes) {
      const queued = await matrix.queue(row, column)
      const isSame = queued === cell || (queued === 'ok' && /^(ok|none)/.test(cell))
      if (!isSame) found.push(`${call.key} (${row.whose}) as ${column}: ${cell}, out of the outbox ${queued}`)
    }
  }
  return found
}
