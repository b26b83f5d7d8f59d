import { expect, test } from 'vitest'
import {
  marginsInMm,
  marginText,
  mmOfPx,
  pxOfMm,
  readMarginText,
  tidyMarginText,
} from '#domain/branch/paper-margins.ts'

test('an inch is 96 pixels and 25.4 millimetres', () => {
  expect(pxOfMm(25.4)).toBe(96)
  expect(mmOfPx(96)).toBe(25.4)
  expect(mmOfPx(30)).toBe(7.94)
})

test('a margin that shows as the same pixels keeps its millimetres', () => {
  expect(pxOfMm(40)).toBe(151)
  expect(mmOfPx(151, 40)).toBe(40)
  expect(mmOfPx(152, 40)).toBe(40.22)
  const stored = { top: 40, right: 18, bottom: 28, left: 18 }
  const px = readMarginText(marginText(stored), 600)
  expect(px && marginsInMm(px, stored)).toEqual(stored)
})

test('commas alone are invalid, and an empty text means the default', () => {
  expect(tidyMarginText(' , ,,')).toBe('')
  expect(readMarginText(',,,', 600)).toEqual({ top: 30, right: 30, bottom: 30, left: 30 })
  expect(readMarginText('10,,20,', 600)).toEqual({ top: 10, right: 0, bottom: 20, left: 0 })
  expect(readMarginText('600,0,600,1', 600)).toEqual({ top: 600, right: 0, bottom: 600, left: 1 })
})

test.each(['1,2,3', '1,2,3,4,5', 'a,1,1,1', '-1,1,1,1', '1.5,1,1,1', '601,1,1,1'])(
  '%s is no margin',
  (text) => {
    expect(readMarginText(text, 600)).toBeUndefined()
  },
)
