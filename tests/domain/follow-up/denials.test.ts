import { expect, test } from 'vitest'
import { isDenied, isFinding, takesBack } from '#domain/follow-up/denials.ts'

/** Returns the place of some words in a text. */
function placeOf(text: string, words: string): [number, number] {
  const from = text.indexOf(words)
  if (from < 0) throw new Error(`${text} has no ${words}`)
  return [from, from + words.length]
}

test.each([
  ['No CT in 3 months', 'CT in 3 months', true],
  ['No mass, CT in 3 months', 'CT in 3 months', false],
  ['No growth but CT in 3 months', 'CT in 3 months', false],
  ['CT not before 3 months', 'CT not before 3 months', true],
  ['CT without contrast in 3 months', 'CT without contrast in 3 months', false],
  ['CT in 3 months is not required', 'CT in 3 months', true],
  ['CT in 3 months; surgery is not required', 'CT in 3 months', false],
  ['CT in 3 months unless not required', 'CT in 3 months', false],
  ['Not only CT in 3 months', 'CT in 3 months', false],
  [
    'Without significant progression, CT without contrast in 3 months',
    'CT without contrast in 3 months',
    false,
  ],
])('“%s”: “%s” is denied: %s', (text, words, denied) => {
  expect(isDenied(text, ...placeOf(text, words))).toBe(denied)
})

test.each([
  ['Had CT at 3 months', 'CT at 3 months', true],
  ['Nodule of 4 mm,stable on CT at 3 months', 'CT at 3 months', true],
  ['CT at 3 months was normal', 'CT at 3 months', true],
  ['Was small, CT at 3 months', 'CT at 3 months', false],
  ['CT at 3 months, it was small', 'CT at 3 months', false],
  ['If stable CT at 3 months', 'CT at 3 months', false],
  ['CT at 3 months as it was small', 'CT at 3 months', false],
  ['Stable, repeat CT at 3 months', 'CT at 3 months', false],
  ['Stable: CT at 3 months', 'CT at 3 months', false],
])('“%s”: “%s” is a finding: %s', (text, words, finding) => {
  expect(isFinding(text, ...placeOf(text, words))).toBe(finding)
})

test.each([
  [' No further follow-up needed. ', true],
  ['There is no need for additional imaging', true],
  ['No further follow-up if stable.', false],
  ['Further follow-up needed.', false],
])('“%s” takes back what stood before it: %s', (text, back) => {
  expect(takesBack(text)).toBe(back)
})
