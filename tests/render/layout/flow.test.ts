import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Flow, fill, stackUp } from '#render/layout/flow.ts'
import { paragraphFlow } from '#render/layout/paragraph-flow.ts'
import { stackFlow } from '#render/layout/stack-flow.ts'
import { tableFlow } from '#render/layout/table-flow.ts'
import type { Line } from '#render/text/lines.ts'

const LINE = 10
const line: Line = {
  pieces: [],
  reading: [],
  spoken: [],
  width: 0,
  ascent: 8,
  descent: 2,
  isLast: false,
  gaps: 0,
}

const paragraph = (lines: number, keepWithNext = false): Flow =>
  paragraphFlow(
    Array.from({ length: lines }, () => line),
    {
      width: 100,
      align: 'start',
      direction: 'ltr',
      before: 0,
      after: 0,
      keepWithNext,
      tag: { role: 'P' },
    },
  )

const stack = (children: Flow[], together = false) =>
  stackFlow(children, { inset: 0, before: 0, after: 0, together })

/** Builds a table of one column; each number is a row's count of lines. */
const table = (rows: number[], headRows = 0): Flow =>
  tableFlow({
    tag: { role: 'Table' },
    columns: [100],
    rowCount: rows.length,
    headRows,
    cells: rows.map((lines, row) => ({
      row,
      column: 0,
      rowSpan: 1,
      columnSpan: 1,
      flows: [paragraph(lines)],
    })),
    look: { padX: 0, padY: 0, rtl: false, before: 0, after: 0 },
  })

/** Returns the heights of the blocks on each page. */
const pagesOf = (flows: readonly Flow[], available: number): number[][] => {
  const pages: number[][] = []
  let rest = [...flows]
  while (rest.length > 0) {
    const filled = fill(rest, available, true)
    pages.push(filled.placed.map(({ flow }) => flow.height))
    rest = filled.rest
  }
  return pages
}

test('a divided paragraph leaves two lines on each side', () => {
  expect(pagesOf([paragraph(5), paragraph(4)], 60)).toEqual([[50], [40]])
  expect(pagesOf([paragraph(4), paragraph(4)], 60)).toEqual([[40, 20], [20]])
  expect(pagesOf([paragraph(3), paragraph(4)], 60)).toEqual([[30, 20], [20]])
  expect(pagesOf([paragraph(4), paragraph(3)], 60)).toEqual([[40], [30]])
})

test('a paragraph longer than a page fills pages', () => {
  expect(pagesOf([paragraph(15)], 60)).toEqual([[60], [60], [30]])
})

test('a heading moves to the page of its text', () => {
  expect(pagesOf([paragraph(4), paragraph(1, true), paragraph(4)], 60)).toEqual([[40], [10, 40]])
  expect(pagesOf([paragraph(3), paragraph(1, true), paragraph(4)], 60)).toEqual([[30, 10, 20], [20]])
})

test('a kept-together block is not divided, unless it is taller than a page', () => {
  expect(pagesOf([paragraph(4), stack([paragraph(2), paragraph(2)], true)], 60)).toEqual([[40], [40]])
  expect(pagesOf([stack([paragraph(5), paragraph(5)], true)], 60)).toEqual([[50], [50]])
})

test('a table is divided between rows and its head is repeated', () => {
  expect(pagesOf([table([1, 2, 2, 2, 2], 1)], 60)).toEqual([[50], [50]])
})

test('a row moves to the next page as a whole, with the head', () => {
  expect(pagesOf([paragraph(3), table([1, 3, 1], 1)], 60)).toEqual([[30], [50]])
})

test('a row taller than a page is divided inside', () => {
  expect(pagesOf([table([1, 12], 1)], 60)).toEqual([[60], [60], [30]])
})

test('rows joined by a tall cell stay together', () => {
  const joined = tableFlow({
    tag: { role: 'Table' },
    columns: [50, 50],
    rowCount: 3,
    headRows: 0,
    cells: [
      { row: 0, column: 0, rowSpan: 2, columnSpan: 1, flows: [paragraph(2)] },
      { row: 0, column: 1, rowSpan: 1, columnSpan: 1, flows: [paragraph(2)] },
      { row: 1, column: 1, rowSpan: 1, columnSpan: 1, flows: [paragraph(2)] },
      { row: 2, column: 0, rowSpan: 1, columnSpan: 2, flows: [paragraph(2)] },
    ],
    look: { padX: 0, padY: 0, rtl: false, before: 0, after: 0 },
  })
  expect(pagesOf([paragraph(3), joined], 60)).toEqual([[30], [60]])
  expect(pagesOf([joined], 50)).toEqual([[40], [20]])
  expect(pagesOf([joined], 30)).toEqual([[20], [20], [20]])
})

const flows: fc.Arbitrary<Flow[]> = fc.letrec<{ flow: Flow; list: Flow[] }>((tie) => ({
  flow: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(fc.integer({ min: 1, max: 14 }), fc.boolean()).map(([lines, keep]) => paragraph(lines, keep)),
    tie('list').map((list) => stack(list)),
    fc
      .tuple(fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 8 }), fc.boolean())
      .map(([rows, hasHead]) => table(rows, hasHead && rows.length > 1 && (rows[0] ?? 0) < 3 ? 1 : 0)),
  ),
  list: fc.array(tie('flow'), { minLength: 1, maxLength: 5 }),
})).list

test('pages hold everything, end with the paper and are never empty', () => {
  fc.assert(
    fc.property(flows, fc.integer({ min: 6, max: 20 }), (list, lines) => {
      const available = lines * LINE
      const pages = pagesOf(list, available)
      const total = pages.flat().reduce((sum, height) => sum + height, 0)
      // Repeated heads add lines; nothing removes any.
      expect(total).toBeGreaterThanOrEqual(stackUp(list).height - 1e-6)
      for (const page of pages) {
        expect(page.length).toBeGreaterThan(0)
        expect(page.reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(available + 0.02)
      }
    }),
    { numRuns: 300 },
  )
})
