import { expect, test } from 'vitest'
import { hasOrdinaryWord } from '#domain/follow-up/ordinary-words.ts'

test.each([
  ['CONTACT US', true],
  ['CONTACT US IN 3 MONTHS', true],
  ['REVIEW WITH MR RAO', true],
  ['Review with MR Rao', true],
  ['REPEAT US RAO', true],
  ['Contact US', false],
  ['REPEAT US', false],
  ['US', false],
  ['REPEAT US IN 3 MONTHS', false],
  ['LIVER US IN 3 MONTHS', false],
  ['CONTACT FOR US ABDOMEN', false],
  ['CONTACT FOR MR ANGIOGRAPHY', false],
  ['Repeat MR in 3 months', false],
  ['bus and mrsa', false],
])('in “%s” somebody is meant: %s', (text, isMeant) => {
  expect(hasOrdinaryWord(text)).toBe(isMeant)
})
