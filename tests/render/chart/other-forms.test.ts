import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutBarList } from '#render/chart/bar-list.ts'
import type { LineSpec, StackedSpec } from '#render/chart/chart-spec.ts'
import { NO_CELLS } from '#render/chart/drawing.ts'
import { hatchPath } from '#render/chart/hatch.ts'
import { layOutLine } from '#render/chart/line.ts'
import { layOutSpark } from '#render/chart/spark.ts'
import { layOutStackedBars } from '#render/chart/stacked-bars.ts'
import { stepCell } from '#render/chart/step-cell.ts'
import { boxesOf, FRAME, pointsOf, textsOf } from '#tests/helpers/paper/chart-marks.ts'

const COUNT = { kind: 'count' } as const
const names = (count: number) => Array.from({ length: count }, (_, index) => ({ label: `S${index}` }))

const stackOf = (groups: readonly (readonly number[])[]): StackedSpec => ({
  form: 'stacked',
  unit: COUNT,
  series: names(groups[0]?.length ?? 0),
  groups: groups.map((values, index) => ({ label: `G${index}`, values })),
})

const lineOf = (lines: readonly (readonly (number | null)[])[]): LineSpec => ({
  form: 'line',
  unit: COUNT,
  series: names(lines.length),
  points: (lines[0] ?? []).map((_, place) => ({
    label: `P${place}`,
    values: lines.map((line) => line[place] ?? null),
  })),
})

test('parts of a bar are stacked without a gap, and together as high as their sum', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 5 }), (values) => {
      const { cells } = layOutStackedBars(stackOf([values]), FRAME)
      const boxes = values.map((_, row) => cells.boxOf({ column: 0, row }))
      const perUnit = boxes[0]!.height / values[0]!
      for (const [row, box] of boxes.entries()) {
        expect(box.height).toBeCloseTo(values[row]! * perUnit, 3)
        if (row > 0) expect(box.y + box.height).toBeCloseTo(boxes[row - 1]!.y, 3)
      }
    }),
  )
})

test('parts below zero are below it and do not lower those above', () => {
  const { cells } = layOutStackedBars(stackOf([[30, -10]]), FRAME)
  const [above, below] = [0, 1].map((row) => cells.boxOf({ column: 0, row }))
  expect(below!.y).toBeCloseTo(above!.y + above!.height, 3)
  expect(above!.height).toBeCloseTo(below!.height * 3, 3)
})

test('every second series is hatched, so that colour is not the only distinction', () => {
  const drawing = layOutStackedBars(stackOf([[5, 5, 5]]), FRAME)
  const hatches = drawing.marks.filter((mark) => mark.kind === 'line' && mark.ink === 'ground')
  // Two in the legend, two in the bars; the first series is plain.
  expect(hatches).toHaveLength(4)
})

test('hatches stay inside their box', () => {
  fc.assert(
    fc.property(
      fc.record({
        x: fc.integer({ min: 0, max: 300 }),
        y: fc.integer({ min: 0, max: 300 }),
        width: fc.integer({ min: 1, max: 60 }),
        height: fc.integer({ min: 1, max: 60 }),
      }),
      (box) => {
        for (const hatch of ['rising', 'falling'] as const)
          for (const { x, y } of pointsOf(hatchPath(box, hatch))) {
            expect(x).toBeGreaterThanOrEqual(box.x - 0.01)
            expect(x).toBeLessThanOrEqual(box.x + box.width + 0.01)
            expect(y).toBeGreaterThanOrEqual(box.y - 0.01)
            expect(y).toBeLessThanOrEqual(box.y + box.height + 0.01)
          }
      },
    ),
  )
})

test('the pointer finds the part of the bar under it', () => {
  const { cells } = layOutStackedBars(
    stackOf([
      [5, 0, 9],
      [1, 2, 3],
    ]),
    FRAME,
  )
  for (const cell of [
    { column: 0, row: 2 },
    { column: 1, row: 1 },
  ]) {
    const box = cells.boxOf(cell)
    expect(cells.nearest(box.x + box.width / 2, box.y + box.height / 2)).toEqual(cell)
  }
})

test('a line goes through its values and is interrupted at a gap', () => {
  const drawing = layOutLine(lineOf([[1, 2, null, 4]]), FRAME)
  const line = drawing.marks.find((mark) => mark.kind === 'line' && mark.ink === 'accent' && mark.width === 2)
  const d = line?.kind === 'line' ? line.d : ''
  expect(d.match(/M/g)).toHaveLength(2)
  const points = pointsOf(d)
  expect(points).toHaveLength(3)
  expect(points[0]!.y - points[1]!.y).toBeCloseTo((points[1]!.y - points[2]!.y) / 2, 1)
})

test('a line of 100,000 values is drawn with a few thousand points, including its peak', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => index % 100)
  values[77_777] = 5_000
  const drawing = layOutLine(lineOf([values]), FRAME)
  const line = drawing.marks.find((mark) => mark.kind === 'line' && mark.ink === 'accent')
  const points = pointsOf(line?.kind === 'line' ? line.d : '')
  expect(points.length).toBeLessThan(2_500)
  expect(Math.min(...points.map(({ y }) => y))).toBeCloseTo(
    drawing.cells.boxOf({ column: 77_777, row: 0 }).y + 5,
    1,
  )
})

test('in a list the number is right of its bar and the longest bar leaves space for it', () => {
  const items = [
    { label: 'MRI 1', value: 120 },
    { label: 'A machine with a name that is far too long to stand beside its own bar', value: 60 },
  ]
  const drawing = layOutBarList({ form: 'list', unit: COUNT, items }, FRAME)
  const boxes = boxesOf(drawing)
  const numbers = textsOf(drawing).filter(({ text }) => /^\d+$/.test(text))
  expect(numbers.map(({ text }) => text)).toEqual(['120', '60'])
  for (const [index, number] of numbers.entries()) {
    expect(number.x).toBeGreaterThan(boxes[index]!.x + boxes[index]!.width)
    expect(number.x + FRAME.textWidth(number.text, number.size)).toBeLessThanOrEqual(FRAME.width)
  }
  expect(boxes[0]!.width).toBeCloseTo(boxes[1]!.width * 2, 1)
  expect(textsOf(drawing).some(({ text }) => text.endsWith('…'))).toBe(true)
  expect(drawing.height).toBe(52)
})

test('on a phone the name of a bar is above it and has the whole width', () => {
  const items = [{ label: 'Referred by Dr. Anantharaman', value: 7 }]
  const drawing = layOutBarList({ form: 'list', unit: COUNT, items }, { ...FRAME, width: 300 })
  const [name, number] = textsOf(drawing)
  expect(name!.text).toBe('Referred by Dr. Anantharaman')
  expect(name!.y).toBeLessThan(number!.y)
})

test('a spark ends in a dot at its last value', () => {
  const { marks } = layOutSpark([1, 5, null, 3, null], { width: 96, height: 24 })
  const dot = marks.at(-1)
  expect(dot?.kind === 'line' && dot.d).toMatch(/h0$/)
  const [line] = marks
  const last = pointsOf(line?.kind === 'line' ? line.d : '').at(-1)
  expect(pointsOf(dot?.kind === 'line' ? dot.d : '')[0]).toEqual(last)
})

test('arrow keys move along the chart and never beyond it', () => {
  const grid = (columns: number, rows: number) => ({ ...NO_CELLS, columns, rows })
  const list = { ...NO_CELLS, columns: 1, rows: 4, isList: true }
  const bars = grid(3, 1)
  expect(stepCell(bars, { column: 0, row: 0 }, 'ArrowRight')).toEqual({ column: 1, row: 0 })
  expect(stepCell(bars, { column: 2, row: 0 }, 'ArrowRight')).toEqual({ column: 2, row: 0 })
  expect(stepCell(bars, { column: 1, row: 0 }, 'End')).toEqual({ column: 2, row: 0 })
  expect(stepCell(grid(3, 2), { column: 1, row: 0 }, 'ArrowUp')).toEqual({ column: 1, row: 1 })
  expect(stepCell(grid(1, 2), { column: 0, row: 0 }, 'ArrowUp')).toEqual({ column: 0, row: 1 })
  expect(stepCell(list, { column: 0, row: 0 }, 'ArrowDown')).toEqual({ column: 0, row: 1 })
  expect(stepCell(list, { column: 0, row: 3 }, 'Home')).toEqual({ column: 0, row: 0 })
  expect(stepCell(bars, { column: 1, row: 0 }, 'x')).toBeUndefined()
  expect(stepCell(grid(0, 0), { column: 0, row: 0 }, 'ArrowRight')).toBeUndefined()
})
