import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Placed, placeRows } from '#src/ui/grid/slots.ts'

const idsOf = (placed: readonly Placed[]) => placed.map(({ id }) => id)
const slotOf = (placed: readonly Placed[], id: string) => placed.find((one) => one.id === id)?.slot

test('a new row reuses the element of a removed one, in its place, and the others keep theirs', () => {
  const first = placeRows([], ['a', 'b', 'c'], true)
  expect(first.map(({ slot }) => slot)).toEqual([0, 1, 2])
  const moved = placeRows(first, ['b', 'c', 'd'], false)
  expect(moved).toEqual([
    { id: 'd', slot: 0 },
    { id: 'b', slot: 1 },
    { id: 'c', slot: 2 },
  ])
  expect(placeRows(moved, ['b', 'c', 'd'], true)).toEqual([
    { id: 'b', slot: 1 },
    { id: 'c', slot: 2 },
    { id: 'd', slot: 0 },
  ])
})

test('after any change each row and each element occurs once, and no remaining row changes its element', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 13 }).map(String), { maxLength: 10 })
  const views = fc.array(fc.record({ ids, atRest: fc.boolean() }), { maxLength: 12 })
  fc.assert(
    fc.property(views, (drawn) => {
      let before: readonly Placed[] = []
      let most = 0
      for (const { ids: now, atRest } of drawn) {
        const placed = placeRows(before, now, atRest)
        expect(idsOf(placed).toSorted()).toEqual(now.toSorted())
        expect(new Set(placed.map(({ slot }) => slot)).size).toBe(now.length)
        for (const id of now)
          if (slotOf(before, id) !== undefined) expect(slotOf(placed, id)).toBe(slotOf(before, id))
        if (atRest) expect(idsOf(placed)).toEqual(now)
        expect(placeRows(placed, now, atRest)).toEqual(placed)
        // No element is created while one is free.
        const made = placed.filter(({ slot }) => before.every((one) => one.slot !== slot)).length
        expect(made).toBe(Math.max(0, now.length - before.length))
        most = Math.max(most, now.length)
        before = placed
      }
    }),
  )
})
