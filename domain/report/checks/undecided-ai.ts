import { addendumParts } from '../ai-draft/addendum-draft.ts'
import { readAiDraft } from '../ai-draft/ai-sentences.ts'
import { hasAiText } from '../ai-text-marks.ts'
import type { SignedParts } from '../signed-content.ts'

/**
 * Why a text cannot be signed: sentences of an AI result stand in it that no doctor has made their own, with their number.
 * Undefined where none does. Nobody signs over this.
 */
export function refuseUndecidedAi(text: SignedParts, what = 'report'): string | undefined {
  if (!hasAiText(text)) return undefined
  const { length } = readAiDraft(text).sentences
  if (length === 0) return `The marks of an AI result stand in the ${what}. Remove them before signing.`
  return length === 1
    ? 'One sentence of the AI result is undecided. Accept, edit or drop it before signing.'
    : `${length} sentences of the AI result are undecided. Accept, edit or drop each of them before signing.`
}

/** The same for an addendum, which is one text. */
export const refuseUndecidedAiInAddendum = (content: string): string | undefined =>
  refuseUndecidedAi(addendumParts(content), 'addendum')
