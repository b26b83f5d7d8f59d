import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ColumnWish, columnWidths, columnWishes } from '#render/layout/table-widths.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

test('columns without dragged widths share the space by their content', () => {
  expect(
    columnWidths(300, [
      { least: 10, most: 50 },
      { least: 10, most: 100 },
    ]),
  ).toEqual([100, 200])
})

test('a column of numbers does not wrap because its neighbour is long', () => {
  expect(
    columnWidths(300, [
      { least: 20, most: 40 },
      { least: 60, most: 900 },
    ]),
  ).toEqual([40, 260])
})

test('dragged widths keep their proportions', () => {
  expect(
    columnWidths(400, [
      { least: 10, most: 500, fixed: 100 },
      { least: 10, most: 20, fixed: 300 },
    ]),
  ).toEqual([100, 300])
})

test('a dragged column shrinks so that no word of another is cut', () => {
  const [dragged = 0, free = 0] = columnWidths(200, [
    { least: 10, most: 20, fixed: 900 },
    { least: 80, most: 90 },
  ])
  expect(free).toBeGreaterThanOrEqual(80)
  expect(dragged + free).toBeCloseTo(200)
})

test('a cell over two columns adds only the width that they lack together', () => {
  const wishes = columnWishes(2, [
    { column: 0, columnSpan: 1, least: 30, most: 30 },
    { column: 1, columnSpan: 1, least: 30, most: 30 },
    { column: 0, columnSpan: 2, least: 100, most: 100 },
  ])
  expect(wishes.map((wish) => wish.least)).toEqual([50, 50])
})

const wish = fc
  .record({
    least: fc.integer({ min: 0, max: 80 }),
    extra: fc.integer({ min: 0, max: 400 }),
    fixed: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
  })
  .map(({ least, extra, fixed }): ColumnWish => ({ least, most: least + extra, fixed }))

test('the widths fill the table, and no word is cut while there is space for all', () => {
  fc.assert(
    fc.property(
      fc.array(wish, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 100, max: 600 }),
      (wishes, total) => {
        const widths = columnWidths(total, wishes)
        expect(sum(widths)).toBeCloseTo(total, 6)
        const isRoomForAll = sum(wishes.map((each) => each.least)) <= total
        for (const [index, width] of widths.entries()) {
          expect(width).toBeGreaterThanOrEqual(0)
          if (isRoomForAll) expect(width).toBeGreaterThanOrEqual((wishes[index]?.least ?? 0) - 1e-6)
        }
      },
    ),
  )
})
