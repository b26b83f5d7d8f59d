import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TODO_KINDS, TODO_MAX, todoLines } from '#domain/home/todo.ts'

test('a line with nothing waiting is left out', () => {
  expect(todoLines({ queue: { count: 0, to: '/scan-worklist' }, overdue: undefined })).toEqual([])
  expect(todoLines({ queue: { count: 2, to: '/scan-worklist' } })).toEqual([
    { kind: 'queue', count: 2, to: '/scan-worklist' },
  ])
})

test('of all kinds of work the seven most urgent are shown', () => {
  const all = Object.fromEntries(TODO_KINDS.map((kind) => [kind, { count: 1, to: '/x' }]))
  expect(todoLines(all).map(({ kind }) => kind)).toEqual(TODO_KINDS.slice(0, 7))
})

test('at most seven lines are shown, the most urgent first', () => {
  const todo = fc.option(fc.record({ count: fc.nat(50), to: fc.constant('/x') }), { nil: undefined })
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...TODO_KINDS), todo), (found) => {
      const lines = todoLines(found)
      const places = lines.map(({ kind }) => TODO_KINDS.indexOf(kind))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(lines.every(({ count }) => count > 0)).toBe(true)
      const waiting = TODO_KINDS.filter((kind) => (found[kind]?.count ?? 0) > 0)
      expect(lines.map(({ kind }) => kind)).toEqual(waiting.slice(0, TODO_MAX))
    }),
  )
})
