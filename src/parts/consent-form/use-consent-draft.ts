import { useCallback, useEffect, useState } from 'react'
import type { ConsentAnswers, QuestionAnswer } from '#domain/consent/answers.ts'
import type { Stroke } from '#domain/consent/real-signature.ts'
import type { ConsentDraft } from '#src/sync/kiosk/kiosk-form.ts'

/** Functions that change the draft's answers and signature. */
export interface DraftChanges {
  change: (part: Partial<ConsentAnswers>) => void
  answer: (questionId: string, answer: QuestionAnswer) => void
  sign: (strokes: readonly Stroke[]) => void
}

/** Holds a form while it is filled in; `onChange` is called on each change. */
export function useConsentDraft(
  initial: ConsentDraft,
  onChange?: (draft: ConsentDraft) => void,
): { draft: ConsentDraft } & DraftChanges {
  const [draft, setDraft] = useState(initial)
  useEffect(() => {
    if (draft !== initial) onChange?.(draft)
  }, [draft, initial, onChange])
  const change = useCallback(
    (part: Partial<ConsentAnswers>) =>
      setDraft((before) => ({ ...before, answers: { ...before.answers, ...part } })),
    [],
  )
  const answer = useCallback(
    (questionId: string, given: QuestionAnswer) =>
      setDraft(({ answers, ...before }) => ({
        ...before,
        answers: { ...answers, ques_ans: { ...answers.ques_ans, [questionId]: given } },
      })),
    [],
  )
  const sign = useCallback((strokes: readonly Stroke[]) => setDraft((before) => ({ ...before, strokes })), [])
  return { draft, change, answer, sign }
}
