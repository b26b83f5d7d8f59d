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

test('a stored text reads back as the same fields', () => {
  fc.assert(
    fc.property(review, (fields) => {
      expect(reviewOfText(textOfReview(fields))).toEqual(fields)
    }),
  )
  expect(textOfReview(NOTHING)).toBe('')
  expect(reviewOfText('')).toEqual(NOTHING)
})

test('a choice that no longer exists is left out', () => {
  const kept = JSON.stringify({ outcome: 'Maybe', category: 'Luck', point: 'A nodule.' })
  expect(reviewOfText(kept)).toEqual({ ...NOTHING, point: 'A nodule.' })
})

test('the words read as a person would write them, without empty parts', () => {
  const fields = { ...NOTHING, outcome: 'Differ', category: 'Communication', point: 'Say the side.' } as const
  expect(wordsOfReview(textOfReview(fields))).toBe(
    'I would report differently\nCommunication and wording\nSay the side.',
  )
  expect(wordsOfReview(textOfReview({ ...NOTHING, outcome: 'Agree' }))).toBe('Agree')
  expect(wordsOfReview('')).toBe('')
})
