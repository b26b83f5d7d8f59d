import { useState } from 'react'
import { type PeerReadingRow, peerCalls } from '#contract/calls/peer-learning.ts'
import { findPeerProblems, hasPoint } from '#domain/peer/outcomes.ts'
import {
  isNothing,
  NOTHING,
  type ReviewFields,
  reviewOfText,
  textOfReview,
} from '#domain/peer/review-text.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { useAct } from '#src/ui/refusal/use-act.ts'
import type { KeptText } from './use-peer-text.ts'
import { PEER_WORDS as WORDS } from './words.ts'

export type ReviewProblems = Partial<Record<'outcome' | 'category' | 'point' | 'tag_name', string>>

/** Returns the form of a second reading: its choices, missing fields and submission. */
export function useReview(
  reading: Pick<PeerReadingRow, 'id' | 'rev'>,
  { begun, keep }: { begun: string; keep: KeptText['keep'] },
  onDone: () => void,
) {
  const [fields, setFields] = useState(() => reviewOfText(begun))
  const [isAsked, setAsked] = useState(false)
  const [box, act] = useAct()
  const set = (next: ReviewFields) => {
    act.forget()
    setFields(next)
    keep(textOfReview(next))
  }
  const problems = problemsOf(fields)
  const send = async () => {
    setAsked(true)
    if (!fields.outcome || Object.keys(problems).length > 0) return act.refuse()
    const { outcome, category, point, isSignificant, tagName } = fields
    const isLearnt = hasPoint(outcome)
    const isUrgent = outcome === 'Differ' && isSignificant
    const isDone = await act.run(async () => {
      const { message } = await callApi(peerCalls.saveReview, {
        id: reading.id,
        rev: reading.rev,
        outcome,
        category: isLearnt ? category : '',
        point: isLearnt ? point.trim() : '',
        is_significant: isUrgent ? 1 : 0,
        tag_name: isUrgent ? tagName : '',
      })
      notifyDone(message)
    })
    if (!isDone) return
    keep('')
    onDone()
  }
  return {
    fields,
    change: (part: Partial<ReviewFields>) => set(cleaned({ ...fields, ...part })),
    isEmpty: isNothing(fields),
    startAgain: () => {
      setAsked(false)
      set(NOTHING)
    },
    problems: isAsked ? { ...problems, ...act.fields } : act.fields,
    box,
    act,
    send,
  }
}

/** Removes a good catch unless the outcome is agreement. */
const cleaned = (fields: ReviewFields): ReviewFields =>
  fields.outcome === 'Differ' && fields.category === 'Good_Catch' ? { ...fields, category: '' } : fields

function problemsOf({ outcome, category, point, isSignificant, tagName }: ReviewFields): ReviewProblems {
  if (!outcome) return { outcome: WORDS.outcomeNeeded }
  if (!hasPoint(outcome)) return {}
  const found = findPeerProblems({ outcome, category, point, isSignificant: false })
  return {
    ...(found.category && { category: WORDS.needed }),
    ...(found.point && { point: WORDS.needed }),
    ...(outcome === 'Differ' && isSignificant && tagName === '' && { tag_name: WORDS.tagNeeded }),
  }
}
