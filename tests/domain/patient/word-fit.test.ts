import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLOSE_FIT, ONE_WRONG_FIT, WRITTEN_FIT, wordFit } from '#domain/patient/word-fit.ts'

test('an equal word fits best, then one that begins so, then one that holds it, then close ones by wrong letters', () => {
  const fits = [
    wordFit('kamat', 'kamat'),
    wordFit('kamat', 'kamath'),
    wordFit('amat', 'kamath'),
    wordFit('kamot', 'kamat'),
    wordFit('komot', 'kamat'),
  ]
  expect(fits).toEqual([4, 3, WRITTEN_FIT, ONE_WRONG_FIT, 1])
  expect(fits).toEqual(fits.toSorted((a, b) => b - a))
  expect(wordFit('kamotzotti', 'kamatzattu')).toBe(CLOSE_FIT)
  expect(wordFit('kumot', 'patel')).toBe(0)
})

test.each([
  // Shorter than three letters, a word is only found at the beginning.
  ['ao', 'rao', 0],
  ['ra', 'rao', 3],
  ['rao', 'brao', 2],
  // Of three letters none may be wrong, of four one, from five on two, from ten on three.
  ['rao', 'rai', 0],
  ['raao', 'raai', 1.25],
  ['raao', 'roai', 0],
  ['kamat', 'kimit', 1],
  ['kamat', 'kimis', 0],
  ['subramani', 'sabrimani', 1],
  ['subramani', 'sabrimanu', 0],
  ['subramania', 'sabrimanua', 0.75],
  ['subramania', 'sabrimonua', 0],
])('“%s” typed for “%s” fits by %d', (typed, known, fit) => {
  expect(wordFit(typed, known)).toBe(fit)
})

test('a word that is still being typed is compared with the beginning of the name', () => {
  expect(wordFit('subrom', 'subramanian')).toBe(ONE_WRONG_FIT)
  expect(wordFit('subromt', 'subramanian')).toBe(1)
  // A letter too much in the beginning counts once for the whole name.
  expect(wordFit('kammat', 'kamat')).toBe(ONE_WRONG_FIT)
  expect(wordFit('kama', 'ama')).toBe(ONE_WRONG_FIT)
})

test('no other word fits as well as the word itself, and one letter that is missing still fits', () => {
  const word = fc.stringMatching(/^[a-z]{4,14}$/)
  fc.assert(
    fc.property(word, word, fc.nat(), (known, other, place) => {
      expect(wordFit(known, known)).toBe(4)
      expect(wordFit(other, known)).toBeLessThanOrEqual(4)
      const at = place % known.length
      const shorter = known.slice(0, at) + known.slice(at + 1)
      if (shorter.length >= 4) expect(wordFit(shorter, known)).toBeGreaterThanOrEqual(ONE_WRONG_FIT)
    }),
  )
})
