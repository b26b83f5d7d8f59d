import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '#server/kernel/context.ts'
import { answeringRev, feedRows, tailStatement } from '#server/kernel/sync/feed/feed-tail.ts'

const CLIENT = randomUUID()
const change = (id: string, rev: number, scopes: string[], left: string[] = []): Change => ({
  type: 'tag',
  id,
  rev,
  scopes,
  left,
})

test('no changes and no response write nothing', () => {
  expect(tailStatement(CLIENT, [], undefined, new Date())).toBeUndefined()
})

test('a record noted twice in one transaction is one row per scope, with its last revision', () => {
  expect(feedRows([change('a', 1, ['x', 'y']), change('a', 2, ['x'])])).toEqual([
    { type: 'tag', id: 'a', rev: 1, op: 'put', scope: 'y' },
    { type: 'tag', id: 'a', rev: 2, op: 'put', scope: 'x' },
  ])
})

test('leaves come before puts, so the newest row gives the record’s scope', () => {
  const rows = feedRows([change('a', 2, ['new'], ['old']), change('b', 1, ['x'], ['y'])])
  expect(rows.map(({ op }) => op)).toEqual(['leave', 'leave', 'put', 'put'])
})

test('the response names the last revision of the first record', () => {
  expect(answeringRev([change('a', 1, ['x']), change('b', 9, ['x']), change('a', 2, ['x'])])).toBe(2)
  expect(answeringRev([])).toBeUndefined()
})

// Parses PostgreSQL's literals: 'it''s', or E'back\\slash'.
const literals = (statement: string) =>
  [...statement.matchAll(/E?'(?:[^'\\]|''|\\.)*'/gs)].map(([whole]) => whole)

test('any content of a response or a scope stays inside its literal', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom("'; drop table study; --", "\\'; --", '$$', "''"),
  )
  fc.assert(
    fc.property(text, text, (answer, scope) => {
      const outcome = { commandId: randomUUID(), response: { answer }, baseRev: 1, keepForEver: false }
      const statement = tailStatement(CLIENT, [change(randomUUID(), 1, [scope])], outcome, new Date(0)) ?? ''
      const plain = literals(statement).reduce((rest, literal) => rest.replace(literal, ''), statement)
      expect(plain).not.toMatch(/['\\;]|drop/)
    }),
  )
})
