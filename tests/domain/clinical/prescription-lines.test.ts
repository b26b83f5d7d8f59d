import { expect, test } from 'vitest'
import {
  hasSameLines,
  moveLine,
  suggestedMedicines,
  writtenLines,
} from '#domain/clinical/prescription-lines.ts'

const lines = ['a', 'b', 'c'].map((id) => ({ id, medicine: id }))
const order = (moved: typeof lines) => moved.map(({ id }) => id).join('')

test.each([
  ['b', -1, 'bac'],
  ['b', 1, 'acb'],
  ['a', -1, 'abc'],
  ['c', 1, 'abc'],
  ['x', 1, 'abc'],
  ['c', -2, 'cab'],
  ['a', 2, 'bca'],
  ['a', 3, 'abc'],
])('line %s moved by %i gives %s', (id, steps, after) => {
  expect(order(moveLine(lines, id, steps))).toBe(after)
})

test('an empty line is no part of the prescription', () => {
  expect(order(writtenLines([...lines, { id: 'd', medicine: '  ' }]))).toBe('abc')
})

test('the order of the lines counts', () => {
  expect(hasSameLines(lines, [...lines])).toBe(true)
  expect(hasSameLines(lines, lines.toReversed())).toBe(false)
})

test('the most used medicine comes first; each medicine occurs once, as last written', () => {
  expect(
    suggestedMedicines(['Aspirin 75', 'aspirin 75', 'Zincovit', ' ', 'Bisoprolol 5', 'ASPIRIN 75']),
  ).toEqual(['Aspirin 75', 'Bisoprolol 5', 'Zincovit'])
})

test('medicines that were used equally often are in alphabetical order', () => {
  expect(suggestedMedicines(['Zincovit', 'Aspirin 75', 'Bisoprolol 5', 'zincovit', 'Bisoprolol 5'])).toEqual([
    'Bisoprolol 5',
    'Zincovit',
    'Aspirin 75',
  ])
})
