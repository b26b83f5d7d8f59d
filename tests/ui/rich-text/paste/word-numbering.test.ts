import { expect, test } from 'vitest'
import { readMarker } from '#src/ui/rich-text/paste/word-numbering.ts'

test.each([
  ['1.', '1', 1],
  ['12)', '1', 12],
  ['2.3.', '1', 3],
  ['a.', 'a', 1],
  ['(c)', 'a', 3],
  ['B)', 'A', 2],
  ['i.', 'i', 1],
  ['iv.', 'i', 4],
  ['XIV.', 'I', 14],
  ['v)', 'a', 22],
] as const)('%s is number %s counted %i', (marker, numbering, value) => {
  expect(readMarker(marker)).toEqual({ kind: 'number', numbering, value })
})

test.each(['·', 'o', '§', '-', '', '1', 'Note.', '\u00a0·\u00a0'])('%j is a bullet', (marker) => {
  expect(readMarker(marker)).toEqual({ kind: 'bullet' })
})
