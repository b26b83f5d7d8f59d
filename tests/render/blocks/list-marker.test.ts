import { expect, test } from 'vitest'
import { bulletAt, numberMarker } from '#render/blocks/list-marker.ts'

test.each([
  [1, '1', '1.'],
  [27, 'a', 'aa.'],
  [26, 'A', 'Z.'],
  [4, 'i', 'iv.'],
  [1994, 'I', 'MCMXCIV.'],
  [0, 'a', '0.'],
  [4000, 'i', '4000.'],
] as const)('item %i of a list numbered by %s is marked %s', (value, numbering, marker) => {
  expect(numberMarker(value, numbering)).toBe(marker)
})

test('bullets change with the depth and stay at the last one', () => {
  expect([0, 1, 2, 7].map(bulletAt)).toEqual(['•', '◦', '▪', '▪'])
})
