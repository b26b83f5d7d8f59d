import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REPORT_NUMBERS, reportIdOf } from '#domain/report/report-id.ts'
import {
  BOOKLET_LAYOUTS,
  bookletIdOf,
  bookletPages,
  cellsPerPage,
  gridOf,
  imagesOf,
  mergeCells,
  trimCells,
} from '#domain/study/booklet.ts'

const cells = fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: null }), {
  maxLength: 30,
})

test('a layout names columns before rows', () => {
  expect(gridOf('2x4')).toEqual({ columns: 2, rows: 4 })
  expect(BOOKLET_LAYOUTS.map(cellsPerPage)).toEqual([1, 4, 6, 8, 6, 9, 12])
})

test('pages hold every cell in order, are complete, and there is always at least one', () => {
  fc.assert(
    fc.property(cells, fc.constantFrom(...BOOKLET_LAYOUTS), (given, layout) => {
      const pages = bookletPages(given, layout)
      expect(pages.length).toBeGreaterThan(0)
      for (const page of pages) expect(page).toHaveLength(cellsPerPage(layout))
      expect(pages.flat().slice(0, given.length)).toEqual(given)
      expect(imagesOf(pages.flat())).toEqual(imagesOf(given))
    }),
  )
})

test('trimming removes only empty cells at the end', () => {
  expect(trimCells([null, 'a', null, 'b', null, null])).toEqual([null, 'a', null, 'b'])
  expect(trimCells([null, null])).toEqual([])
})

test('a merge keeps the later save unchanged and loses no picture of the earlier', () => {
  fc.assert(
    fc.property(cells, cells, (stored, saved) => {
      const merged = mergeCells(stored, saved)
      const trimmed = trimCells(saved)
      expect(merged.slice(0, trimmed.length)).toEqual(trimmed)
      for (const id of [...imagesOf(stored), ...imagesOf(saved)]) expect(merged).toContain(id)
    }),
  )
  expect(mergeCells(['a', 'b'], ['b', null, 'c'])).toEqual(['b', null, 'c', 'a'])
})

test('the id of a booklet is derived from its study and differs from the ids of reports', () => {
  const study = '01991000-0000-7000-8000-00000000abcd'
  const id = bookletIdOf(study)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(bookletIdOf(study.toUpperCase())).toBe(id)
  expect(REPORT_NUMBERS.map((no) => reportIdOf(study, no))).not.toContain(id)
})

test('the number of the booklet is the number of its study with eight hexadecimal digits changed', () => {
  // 000000000000 combined with the fixed number is the fixed number itself.
  expect(bookletIdOf('01991000-0000-7000-8000-000000000000')).toBe('01991000-0000-8000-8000-0b00c1e75eed')
})

test('a booklet without pictures is one page of empty cells', () => {
  expect(bookletPages([], '3x2')).toEqual([[null, null, null, null, null, null]])
})
