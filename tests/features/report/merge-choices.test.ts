import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allOf,
  choicesOf,
  mergedText,
  rowsOfConflict,
  undecidedRows,
} from '#src/features/report/conflict/merge-choices.ts'

const text = (report_data: string) => ({ report_data, conclusion: '', recommendation: '' })
const MINE = text('<p>Lungs clear.</p><p>Heart normal.</p><p>Mine only.</p>')
const THEIRS = text('<p>Lungs clear.</p><p>Heart enlarged.</p>')

test('a differing paragraph offers mine, theirs or both; one that only one text has is kept unless left out', () => {
  const rows = rowsOfConflict(MINE, THEIRS)
  expect(rows.map(({ row }) => [row.kind, choicesOf(row)])).toEqual([
    ['same', []],
    ['changed', ['mine', 'theirs', 'both']],
    ['mine', ['mine', 'none']],
  ])
  expect(undecidedRows(rows, {}).map(({ key }) => key)).toEqual(['report_data:1'])
})

test('the choices determine the text', () => {
  const rows = rowsOfConflict(MINE, THEIRS)
  const merged = (choice: 'mine' | 'theirs' | 'both') =>
    mergedText(rows, { 'report_data:1': choice, 'report_data:2': 'none' }).report_data
  expect(merged('mine')).toBe('<p>Lungs clear.</p><p>Heart normal.</p>')
  expect(merged('theirs')).toBe('<p>Lungs clear.</p><p>Heart enlarged.</p>')
  expect(merged('both')).toBe('<p>Lungs clear.</p><p>Heart normal.</p><p>Heart enlarged.</p>')
})

const paragraphs = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 })
  .map((words) => text(words.map((word) => `<p>${word}</p>`).join('')))

test('all of one side is exactly that side’s text', () => {
  fc.assert(
    fc.property(paragraphs, paragraphs, (mine, theirs) => {
      const rows = rowsOfConflict(mine, theirs)
      expect(mergedText(rows, allOf('mine', rows))).toEqual(mine)
      expect(mergedText(rows, allOf('theirs', rows))).toEqual(theirs)
    }),
  )
})

const count = (html: string, word: string) => html.split(`<p>${word}</p>`).length - 1

test('without a decision no part of either text is lost', () => {
  fc.assert(
    fc.property(paragraphs, paragraphs, (mine, theirs) => {
      const merged = mergedText(rowsOfConflict(mine, theirs), {}).report_data
      for (const word of 'abcde') {
        expect(count(merged, word)).toBeGreaterThanOrEqual(
          Math.max(count(mine.report_data, word), count(theirs.report_data, word)),
        )
      }
    }),
  )
})
