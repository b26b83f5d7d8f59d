import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDirection, visualOrder } from '#render/text/bidi.ts'

test('the first strong letter sets the direction, digits and signs do not', () => {
  expect(findDirection('12.5 (Liver) كبد')).toBe('ltr')
  expect(findDirection('12.5 كبد Liver')).toBe('rtl')
  expect(findDirection('12.5 ± 3 %')).toBeUndefined()
})

test('a right-to-left line is reversed but its numbers are not', () => {
  // Logical: word, number of two parts, word, all in an Arabic paragraph.
  expect(visualOrder([1, 2, 2, 1])).toEqual([3, 1, 2, 0])
})

test('an Arabic phrase inside a Latin line keeps its place', () => {
  expect(visualOrder([0, 1, 1, 0])).toEqual([0, 2, 1, 3])
})

test('every part of a line is shown once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 40 }), (levels) => {
      expect(visualOrder(levels).toSorted((a, b) => a - b)).toEqual(levels.map((_, index) => index))
    }),
  )
})
