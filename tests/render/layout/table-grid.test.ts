import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeCells } from '#render/layout/table-grid.ts'

const cell = (columnSpan = 1, rowSpan = 1) => ({ columnSpan, rowSpan })

test('a cell beside one that spans rows uses the next free column', () => {
  const grid = placeCells([[cell(1, 2), cell()], [cell()]])
  expect(grid.cells.map(({ row, column }) => [row, column])).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
  ])
})

test('a span never extends below the last row', () => {
  expect(placeCells([[cell(1, 9)], [cell()]]).cells[0]?.rowSpan).toBe(2)
})

const rows = fc.array(
  fc.array(
    fc.record({ columnSpan: fc.integer({ min: 0, max: 4 }), rowSpan: fc.integer({ min: 0, max: 4 }) }),
    { maxLength: 5 },
  ),
  { maxLength: 6 },
)

test('no two cells overlap and each is inside the grid', () => {
  fc.assert(
    fc.property(rows, (table) => {
      const grid = placeCells(table)
      const taken = new Set<string>()
      for (const { row, column, rowSpan, columnSpan } of grid.cells)
        for (let y = row; y < row + rowSpan; y++)
          for (let x = column; x < column + columnSpan; x++) {
            expect(taken.has(`${y}/${x}`)).toBe(false)
            expect(y < grid.rowCount && x < grid.columnCount).toBe(true)
            taken.add(`${y}/${x}`)
          }
      expect(grid.cells).toHaveLength(table.flat().length)
    }),
  )
})
