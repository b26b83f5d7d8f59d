import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from '#domain/match/edit-distance.ts'
import { isSameName, nameLikeness } from '#domain/match/name-likeness.ts'

/** Returns the fewest edits from one text to the other, by trying every edit at their ends. */
function fewestEdits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [lessA, lessB] = [a.slice(0, -1), b.slice(0, -1)]
  const ways = [
    fewestEdits(lessA, b) + 1,
    fewestEdits(a, lessB) + 1,
    fewestEdits(lessA, lessB) + (a.at(-1) === b.at(-1) ? 0 : 1),
  ]
  const isSwapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(...ways, ...(isSwapped ? [fewestEdits(a.slice(0, -2), b.slice(0, -2)) + 1] : []))
}

const text = fc.stringMatching(/^[abc]{0,5}$/)

test('the distance is the fewest edits, capped at one more than the maximum', () => {
  fc.assert(
    fc.property(text, text, fc.nat(6), (a, b, max) => {
      expect(editDistance(a, b, max)).toBe(Math.min(fewestEdits(a, b), max + 1))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['', '', 0],
  ['', 'ab', 2],
  ['ab', '', 2],
  ['ab', 'ba', 1],
  ['abc', 'ca', 3],
  ['aab', 'b', 2],
] as const)('from %j to %j it takes %i', (a, b, edits) => {
  expect(editDistance(a, b, 5)).toBe(edits)
  expect(editDistance(a, b, edits)).toBe(edits)
})

test('names without letters match nobody: neither the same nor alike', () => {
  expect(isSameName('-', '.')).toBe(false)
  expect(nameLikeness('-', 'Asha')).toBe(0)
})

test('the longest words are paired first, and an initial counts as half a match', () => {
  expect(nameLikeness('A Rao', 'Asha Rao')).toBeCloseTo((0.5 * 5 + 6) / 11)
  expect(nameLikeness('X Rao', 'Asha Rao')).toBeCloseTo(6 / 11)
  // `asha` is paired with `ashu`, so the initial has no partner.
  expect(nameLikeness('A Ashu', 'Asha')).toBeCloseTo((0.75 * 8) / 9)
})

test('a short word may have one mistyped letter', () => {
  expect(nameLikeness('om', 'oj')).toBeCloseTo(0.5)
  expect(nameLikeness('om', 'ij')).toBe(0)
})
