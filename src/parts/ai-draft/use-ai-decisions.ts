import { useState } from 'react'
import type { AiDraft, AiSentence } from '#domain/report/ai-draft/ai-sentences.ts'
import { type AiDecision, clearBareMarks } from '#domain/report/ai-draft/decide.ts'
import { takeBack } from '#domain/report/ai-draft/take-back.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

interface Decided {
  before: SignedParts
  after: SignedParts
}

export interface AiDraftState {
  draft: AiDraft
  /** Whether a decision made here can be undone. */
  canUndo: boolean
  /** Whether the last decision could not be undone. */
  isUndoRefused: boolean
  decide: (sentence: AiSentence, decision: AiDecision) => void
  removeMarks: () => void
  undo: () => void
  /** Discards the undo history. */
  close: () => void
}

/** An open text that contains sentences of an AI result. */
export interface AiText {
  /** Reads the last words from the editors. */
  flush: () => void
  now: () => SignedParts
  /** Changes the text from outside its editors, whose undo does not revert that. */
  replace: (text: SignedParts) => void
  /** Returns the undecided sentences of a text. */
  draftOf: (text: SignedParts) => AiDraft
  decided: (text: SignedParts, sentence: AiSentence, decision: AiDecision) => SignedParts
}

/**
 * Returns the state and the actions for the undecided sentences of an AI result in an open text. A decision
 * is a change of the text itself, stored and sent like any other change.
 */
export function useAiDecisions(draft: AiDraft, text: AiText): AiDraftState {
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const [isUndoRefused, setUndoRefused] = useState(false)
  const change = (next: (before: SignedParts) => SignedParts) => {
    text.flush()
    const before = text.now()
    const after = next(before)
    setUndoRefused(false)
    if (after === before) return
    setDecided((done) => [...done, { before, after }])
    text.replace(after)
  }
  const decide = useStableCallback((sentence: AiSentence, decision: AiDecision) =>
    change((before) => {
      const standing = findAgain(text.draftOf(before).sentences, sentence)
      return standing ? text.decided(before, standing, decision) : before
    }),
  )
  const undo = useStableCallback(() => {
    const last = decided.at(-1)
    if (!last) return
    text.flush()
    const restored = takeBack(last.before, last.after, text.now())
    setUndoRefused(restored === undefined)
    setDecided(decided.slice(0, -1))
    if (restored) text.replace(restored)
  })
  const removeMarks = useStableCallback(() => change(clearBareMarks))
  const close = useStableCallback(() => {
    setDecided([])
    setUndoRefused(false)
  })
  return { draft, canUndo: decided.length > 0, isUndoRefused, decide, removeMarks, undo, close }
}

/** Returns the sentence as it is after the last words were read from the editor. */
const findAgain = (sentences: readonly AiSentence[], { part, at, words }: AiSentence) =>
  sentences.find((one) => one.part === part && one.at === at && one.words === words) ??
  sentences.find((one) => one.part === part && one.words === words)
