import type { SignedParts } from '../signed-content.ts'
import { type AiDraft, type AiSentence, readAiDraft } from './ai-sentences.ts'
import { type AiDecision, decideAiSentence } from './decide.ts'

/** An addendum as a report that has one part: what is decided on in reports reads it so. */
export const addendumParts = (content: string): SignedParts => ({
  report_data: content,
  conclusion: '',
  recommendation: '',
})

/** What nobody has decided on yet of the AI results in an addendum; each sentence stays where it stands. */
export function readAddendumDraft(content: string): AiDraft {
  const { sentences, bare } = readAiDraft(addendumParts(content))
  return { sentences: sentences.map((one) => ({ ...one, target: one.part })), bare }
}

/** The addendum after a decision on one sentence: an addendum has no parts that a sentence could go to. */
export const decideInAddendum = (
  text: SignedParts,
  sentence: Pick<AiSentence, 'part' | 'at'>,
  decision: AiDecision,
): SignedParts => decideAiSentence(text, sentence, decision, true)
