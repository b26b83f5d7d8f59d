import { expect, test } from 'vitest'
import { endsOfRange } from '#domain/follow-up/numbers.ts'

const TO_TWELVE = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

test('the words from one to twelve are the numbers 1 to 12', () => {
  expect(TO_TWELVE.map((word) => endsOfRange(word).to)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test.each([
  ['eighteen', 18, 18],
  ['a', 1, 1],
  ['An', 1, 1],
  ['SIX', 6, 6],
  ['six to eight', 6, 8],
  ['12-6', 6, 12],
  ['3 or four', 3, 4],
  ['120', 120, 120],
])('%s runs from %i to %i', (text, from, to) => {
  expect(endsOfRange(text)).toEqual({ from, to })
})

test('a text without a number has no ends', () => {
  expect(endsOfRange('soon')).toEqual({ from: Number.NaN, to: Number.NaN })
})
