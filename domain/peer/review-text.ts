import {
  PEER_CATEGORIES,
  PEER_CATEGORY_WORDS,
  PEER_OUTCOME_WORDS,
  PEER_OUTCOMES,
  type PeerCategory,
  type PeerOutcome,
} from './outcomes.ts'

/** The fields of a second reading, as they are typed. */
export interface ReviewFields {
  outcome: PeerOutcome | undefined
  category: PeerCategory | ''
  point: string
  isSignificant: boolean
  tagName: string
}

/** A reading before anything is chosen or typed. */
export const NOTHING: ReviewFields = {
  outcome: undefined,
  category: '',
  point: '',
  isSignificant: false,
  tagName: '',
}

/** The fields as the text that the device keeps; empty where nothing is chosen or typed. */
export const textOfReview = (fields: ReviewFields): string =>
  isNothing(fields) ? '' : JSON.stringify(fields)

/** True while neither a reading is chosen nor a word typed. */
export const isNothing = ({ outcome, point }: ReviewFields): boolean => outcome === undefined && point === ''

/** The fields that a kept text says; a choice that there is no more is left out. */
export function reviewOfText(text: string): ReviewFields {
  if (text === '') return NOTHING
  const kept = JSON.parse(text) as Partial<ReviewFields>
  return {
    outcome: PEER_OUTCOMES.find((one) => one === kept.outcome),
    category: PEER_CATEGORIES.find((one) => one === kept.category) ?? '',
    point: kept.point ?? '',
    isSignificant: kept.isSignificant === true,
    tagName: kept.tagName ?? '',
  }
}

/** What a kept text says, as a person would write it into a message. */
export function wordsOfReview(text: string): string {
  const { outcome, category, point } = reviewOfText(text)
  return [outcome && PEER_OUTCOME_WORDS[outcome], category && PEER_CATEGORY_WORDS[category], point]
    .filter(Boolean)
    .join('\n')
}
