import { type AiDraft, readAiDraft } from '#domain/report/ai-draft/ai-sentences.ts'
import { decideAiSentence } from '#domain/report/ai-draft/decide.ts'
import { hasAiText } from '#domain/report/ai-text-marks.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { type AiDraftState, useAiDecisions } from '#src/parts/ai-draft/use-ai-decisions.ts'
import { type OpenReport, useWriterState } from '../writer/use-open-report.ts'

const NOTHING: AiDraft = { sentences: [], bare: [] }
const read = new WeakMap<SignedParts, AiDraft>()

/** Returns what is undecided in a text; returns the same object for the same text. */
export function draftOf(text: SignedParts): AiDraft {
  if (!hasAiText(text)) return NOTHING
  const known = read.get(text) ?? readAiDraft(text)
  read.set(text, known)
  return known
}

/** Returns the undecided sentences of an AI result in an open report. */
export function useAiDraft({ writer, flush }: OpenReport): AiDraftState {
  return useAiDecisions(
    useWriterState(writer, ({ text }) => draftOf(text)),
    {
      flush,
      now: () => writer.state().text,
      replace: (text) => void writer.replaceApart(text),
      draftOf,
      decided: decideAiSentence,
    },
  )
}
