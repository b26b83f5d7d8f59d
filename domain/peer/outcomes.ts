/** What a second reader says of a report: no points and no ranks (docs/peer-learning.md). */
export const PEER_OUTCOMES = ['Agree', 'Agree_With_Point', 'Differ'] as const
export type PeerOutcome = (typeof PEER_OUTCOMES)[number]

export const PEER_OUTCOME_WORDS: Record<PeerOutcome, string> = {
  Agree: 'Agree',
  Agree_With_Point: 'Agree, with a learning point',
  Differ: 'I would report differently',
}

/** What a learning point is about. */
export const PEER_CATEGORIES = [
  'Perception',
  'Interpretation',
  'Communication',
  'Technique',
  'Good_Catch',
] as const
export type PeerCategory = (typeof PEER_CATEGORIES)[number]

export const PEER_CATEGORY_WORDS: Record<PeerCategory, string> = {
  Perception: 'Perception',
  Interpretation: 'Interpretation',
  Communication: 'Communication and wording',
  Technique: 'Technique',
  Good_Catch: 'Good catch',
}

/** The longest learning point and answer. */
export const PEER_TEXT_MAX = 2_000

/** A review as it is filled in. */
export interface PeerReview {
  outcome: PeerOutcome
  category: PeerCategory | ''
  point: string
  isSignificant: boolean
}

export type PeerProblems = Partial<Record<'category' | 'point' | 'is_significant', string>>

/** True where the report stands as the second reader would have written it. */
export const agrees = (outcome: PeerOutcome): boolean => outcome !== 'Differ'

/** True where the first reader has something to learn from the review. */
export const hasPoint = (outcome: PeerOutcome): boolean => outcome !== 'Agree'

/** What keeps a review from being sent, by field; empty where nothing does. */
export function findPeerProblems({ outcome, category, point, isSignificant }: PeerReview): PeerProblems {
  const problems: PeerProblems = {}
  if (hasPoint(outcome)) {
    if (category === '') problems.category = 'is required'
    if (point.trim() === '') problems.point = 'is required'
  } else {
    if (category !== '') problems.category = 'goes with a learning point'
    if (point.trim() !== '') problems.point = 'goes with a learning point'
  }
  if (category === 'Good_Catch' && outcome === 'Differ')
    problems.category = 'does not go with another reading'
  if (isSignificant && agrees(outcome)) problems.is_significant = 'goes with another reading only'
  return problems
}
