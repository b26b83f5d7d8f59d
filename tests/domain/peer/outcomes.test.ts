import { expect, test } from 'vitest'
import { findPeerProblems, type PeerReview } from '#domain/peer/outcomes.ts'

const review = (part: Partial<PeerReview>): PeerReview => ({
  outcome: 'Agree',
  category: '',
  point: '',
  isSignificant: false,
  ...part,
})

test.each([
  [{}, {}],
  [
    { category: 'Perception', point: 'x' },
    { category: 'goes with a learning point', point: 'goes with a learning point' },
  ],
  [{ isSignificant: true }, { is_significant: 'goes with another reading only' }],
  [{ outcome: 'Agree_With_Point' }, { category: 'is required', point: 'is required' }],
  [{ outcome: 'Agree_With_Point', category: 'Good_Catch', point: 'Well seen' }, {}],
  [{ outcome: 'Agree_With_Point', category: 'Technique', point: '  ' }, { point: 'is required' }],
  [
    { outcome: 'Agree_With_Point', category: 'Technique', point: 'x', isSignificant: true },
    { is_significant: 'goes with another reading only' },
  ],
  [{ outcome: 'Differ', category: 'Perception', point: 'A nodule', isSignificant: true }, {}],
  [
    { outcome: 'Differ', category: 'Good_Catch', point: 'x' },
    { category: 'does not go with another reading' },
  ],
] satisfies [Partial<PeerReview>, object][])('%j has the problems %j', (part, problems) => {
  expect(findPeerProblems(review(part))).toEqual(problems)
})
