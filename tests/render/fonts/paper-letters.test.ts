import { expect, test } from 'vitest'
import {
  fieldsOfPaper,
  findUnprintable,
  isPlainLatin,
  unprintableWords,
} from '#render/fonts/paper-letters.ts'
import { paperInput, paperReport } from '#tests/helpers/paper/paper-fixture.ts'
import { shelf } from '#tests/helpers/paper/render-assets.ts'

const holesOf = (paper: object) => findUnprintable(shelf, fieldsOfPaper(paper))

test('letters without a font are named with their field', () => {
  const { patient, studyLines } = paperInput()
  const paper = paperInput({
    patient: { ...patient, name: 'Anjali 𓀀' },
    studyLines: [...studyLines, { label: 'Referred by', value: 'Dr. 𓀁' }],
    reports: [
      paperReport({ name: 'CT', description: '<p>Liver 𒀀 and 𒀁 and 𒀀</p>', conclusion: '<p>&#x13000;</p>' }),
    ],
  })
  const holes = holesOf(paper)
  expect(holes).toEqual([
    { field: 'the patient’s name', letters: ['𓀀'] },
    { field: 'Referred by', letters: ['𓀁'] },
    { field: 'Description', letters: ['𒀀', '𒀁'] },
    { field: 'Conclusion', letters: ['𓀀'] },
  ])
  expect(unprintableWords(holes.slice(0, 1))).toBe(
    'No font has “𓀀” (U+13000) in the patient’s name. The paper would have a gap there: write it differently.',
  )
})

test('blanks, line ends, joiners, direction marks and pictures need no font', () => {
  const text = 'a\u00A0b\tc\nd\u200Be\u200Df\u202Eg\u2066h\uFE0Fi\u00ADj\uFFFC'
  expect(holesOf({ markup: text })).toEqual([])
})

test('a lone surrogate is a letter without a font', () => {
  expect(holesOf({ title: 'a\uD83D' })).toEqual([{ field: 'the title', letters: ['\uD83D'] }])
})

test('a fact of a desk paper is named by its label', () => {
  const parts = [{ kind: 'facts', facts: [{ label: 'Patient', value: '𓀀' }] }]
  expect(holesOf({ title: 'Receipt', parts })).toEqual([{ field: 'Patient', letters: ['𓀀'] }])
})

test('letters treated as plain Latin are in the fonts that are always loaded', () => {
  for (let code = 0x20; code <= 0x24f; code++) {
    const letter = String.fromCodePoint(code)
    if (isPlainLatin(letter))
      expect([letter, shelf.filesFor(letter, 'sc'), shelf.holds(code)]).toEqual([letter, [], true])
  }
  expect(isPlainLatin('Nguyễn')).toBe(false)
})
