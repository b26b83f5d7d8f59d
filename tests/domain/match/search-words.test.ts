import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsWords, searchWords } from '#domain/match/search-words.ts'

test('a search is split at spaces, commas and carets, and lower-cased', () => {
  expect(searchWords(' Patil,  RAMESH^K ')).toEqual(['patil', 'ramesh', 'k'])
  expect([searchWords(undefined), searchWords(' , ')]).toEqual([[], []])
})

test('each word must occur in one of the texts, whatever its case and place', () => {
  const texts = ['Ramesh Patil', 'SD-0007']
  expect(holdsWords(texts, 'patil, ramesh')).toBe(true)
  expect(holdsWords(texts, '0007 mesh')).toBe(true)
  expect(holdsWords(texts, 'ramesh kulkarni')).toBe(false)
  expect(holdsWords(texts, undefined)).toBe(true)
})

test('the order of the words changes nothing', () => {
  const word = fc.constantFrom('ct', 'brain', 'left', 'zz')
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (texts, words) => {
      const backwards = words.toReversed().join(' ')
      expect(holdsWords(texts, backwards)).toBe(holdsWords(texts, words.join(' ')))
    }),
  )
})
