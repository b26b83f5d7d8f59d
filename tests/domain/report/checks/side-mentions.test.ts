import { expect, test } from 'vitest'
import { sideMentions } from '#domain/report/checks/side-mentions.ts'

const anatomies = (text: string) =>
  sideMentions({ part: 'report_data', text }).map(({ sides, anatomy }) => [sides.join(' '), anatomy])

test.each([
  ['A stone in the left kidney.', [['left', 'kidney']]],
  ['A stone is seen in the kidney on the left.', [['left', 'kidney']]],
  ['Kidney: right, 9 cm.', [['right', 'kidney']]],
  ['A mass (right) of 3 cm.', [['right', undefined]]],
  ['The ovary is enlarged. A cyst on the left.', [['left', undefined]]],
  [
    'The knee on the right and the hip on the left.',
    [
      ['right', 'knee'],
      ['left', 'hip'],
    ],
  ],
])('%s', (text, found) => {
  expect(anatomies(text)).toEqual(found)
})
