import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutSentences } from '#domain/report/cut-sentences.ts'

const cut = (letters: string) => cutSentences(letters).map(({ from, to }) => letters.slice(from, to))

test.each([
  ['No nodule. Heart size is normal.', ['No nodule.', 'Heart size is normal.']],
  [
    'A nodule of 3.5 mm, e.g. in segment 4. No effusion!',
    ['A nodule of 3.5 mm, e.g. in segment 4.', 'No effusion!'],
  ],
  [
    'Compared with Dr. Rao, fig. 2, approx. the same. Stable.',
    ['Compared with Dr. Rao, fig. 2, approx. the same.', 'Stable.'],
  ],
  ['Contrast i.v. was given. Normal.', ['Contrast i.v. was given.', 'Normal.']],
  ['1. No nodule. \n2. No effusion.', ['1. No nodule.', '2. No effusion.']],
  ['Impression: 1. Normal. Done.', ['Impression: 1. Normal.', 'Done.']],
  ['Is it new? (Not in March.) Yes.', ['Is it new?', '(Not in March.)', 'Yes.']],
  ['Pneumothorax? No. Effusion? No. Done.', ['Pneumothorax?', 'No.', 'Effusion?', 'No.', 'Done.']],
  [
    'See fig. 2 of ser. 4, im. 12, no. 3. Stage: ca. Normal.',
    ['See fig. 2 of ser. 4, im. 12, no. 3.', 'Stage: ca.', 'Normal.'],
  ],
  [
    'A cyst of ca. 3 mm, nos. 1-3. Known ca. No im. Old fig. Stable.',
    ['A cyst of ca. 3 mm, nos. 1-3.', 'Known ca.', 'No im.', 'Old fig.', 'Stable.'],
  ],
  ['no full stop at the end', ['no full stop at the end']],
  [' \n\n ', []],
])('%j is cut into its sentences', (letters, sentences) => {
  expect(cut(letters)).toEqual(sentences)
})

const letters = fc
  .array(
    fc.constantFrom(
      'No',
      'e.g.',
      'Dr.',
      '3.5',
      '1.',
      'nodule',
      '.',
      '!',
      '?',
      ' ',
      '  ',
      '\n',
      '\u00a0',
      ')',
      ':',
      'é',
      '।',
    ),
  )
  .map((words) => words.join(''))

test('every non-blank letter is in exactly one sentence, in order', () => {
  fc.assert(
    fc.property(fc.oneof(letters, fc.string()), (text) => {
      const spans = cutSentences(text)
      expect(
        spans
          .map(({ from, to }) => text.slice(from, to))
          .join('')
          .replace(/\s/gu, ''),
      ).toBe(text.replace(/\s/gu, ''))
      spans.forEach(({ from, to }, at) => {
        expect(from).toBeLessThan(to)
        expect(from).toBeGreaterThanOrEqual(spans[at - 1]?.to ?? 0)
        expect(text.slice(from, to)).toBe(text.slice(from, to).trim())
      })
    }),
  )
})
