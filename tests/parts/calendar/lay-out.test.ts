import { array, assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { findConflict, layOut } from '#src/parts/calendar/lay-out.ts'

const at = (id: string, start: number, end: number) => ({ id, start, end })
const places = (items: ReturnType<typeof at>[]) =>
  Object.fromEntries(layOut(items).map(({ item, column, columns }) => [item.id, `${column}/${columns}`]))

test('touching events do not share the width', () => {
  expect(places([at('a', 0, 20), at('b', 20, 40)])).toEqual({ a: '0/1', b: '0/1' })
})

test('overlapping events share the width, and a freed column is reused', () => {
  expect(places([at('a', 0, 60), at('b', 10, 30), at('c', 30, 50), at('d', 70, 80)])).toEqual({
    a: '0/2',
    b: '1/2',
    c: '1/2',
    d: '0/1',
  })
})

test('no two overlapping events ever share a column, and none is lost', () => {
  const span = record({ start: integer({ min: 0, max: 300 }), length: integer({ min: 1, max: 90 }) })
  assert(
    property(array(span, { maxLength: 40 }), (spans) => {
      const placed = layOut(spans.map(({ start, length }) => ({ start, end: start + length })))
      expect(placed).toHaveLength(spans.length)
      for (const [index, a] of placed.entries()) {
        expect(a.column).toBeLessThan(a.columns)
        for (const b of placed.slice(index + 1)) {
          const isBeside = a.column !== b.column || a.item.start >= b.item.end || b.item.start >= a.item.end
          expect(isBeside).toBe(true)
        }
      }
    }),
  )
})

test('an event conflicts with others and not with itself', () => {
  const items = [at('a', 0, 20), at('b', 40, 60)]
  expect(findConflict(items, { start: 20, end: 40 }, () => false)).toBeUndefined()
  expect(findConflict(items, { start: 50, end: 70 }, () => false)?.id).toBe('b')
  expect(findConflict(items, { start: 50, end: 70 }, ({ id }) => id === 'b')).toBeUndefined()
})
