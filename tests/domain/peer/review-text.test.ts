import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PEER_CATEGORIES, PEER_OUTCOMES } from '#domain/peer/outcomes.ts'
import {
  NOTHING,
  type ReviewFields,
  reviewOfText,
  textOfReview,
  wordsOfReview,
} from '#domain/peer/review-text.ts'

const review = fc.record<ReviewFields>({
  outcome: fc.constantFrom(...PEER_OUTCOMES),
  category: fc.constantFrom('', ...PEER_CATEGORIES),
  point: fc.string(),
  isSignificant: fc.boolean(),
  tagName: fc.string(),
})

test('a text that is kept says the same fields again', () => {
  fc.assert(
    fc.property(review, (fields) => {
      expect(reviewOfText(textOfReview(fields))).toEqual(fields)
    }),
  )
  expect(textOfReview(NOTHING)).toBe('')
  expect(reviewOfText('')).toEqual(NOTHING)
})

test('a choice that there is no more is left out', () => {
  const kept = JSON.stringify({ outcome: 'Maybe', category: 'Luck', point: 'A nodule.' })
  expect(reviewOfText(kept)).toEqual({ ...NOTHING, point: 'A nodule.' })
})

test('its words are what a person would write, without what is empty', () => {
  const fields = { ...NOTHING, outcome: 'Differ', category: 'Communication', point: 'Say the side.' } as const
  expect(wordsOfReview(textOfReview(fields))).toBe(
    'I would report differently\nCommunication and wording\nSay the side.',
  )
  expect(wordsOfReview(textOfReview({ ...NOTHING, outcome: 'Agree' }))).toBe('Agree')
  expect(wordsOfReview('')).toBe('')
})
