import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedWith, studyWords } from '#domain/prior/compared-with.ts'
import { markupText } from '#domain/report/markup-text.ts'

test.each([
  ['CT', 'Thorax', 'CT Thorax'],
  ['CT', 'CT Thorax', 'CT Thorax'],
  ['CT', 'ct thorax', 'ct thorax'],
  ['CT', 'CTPA', 'CT CTPA'],
  ['MR', '', 'MR'],
  ['', 'Knee', 'Knee'],
  ['', '', 'study'],
])('%s with the description "%s" is called "%s"', (modality, study_desc, words) => {
  expect(studyWords({ modality, study_desc })).toBe(words)
})

test('the sentence names study and date', () => {
  expect(comparedWith({ modality: 'CT', study_desc: 'Thorax' }, '12 Mar 2026')).toBe(
    'Compared with CT Thorax of 12 Mar 2026.',
  )
})

test('a machine’s description is always inserted as plain words', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z<>&" ]{1,20}$/), (words) => {
      const study_desc = `x${words}x`
      expect(markupText(comparedWith({ modality: '', study_desc }, '12 Mar 2026'))).toBe(
        `Compared with ${study_desc} of 12 Mar 2026.`,
      )
    }),
  )
})
