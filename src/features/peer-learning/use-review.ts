import { useEffect, useState } from 'react'
import { type PeerReadingRow, peerCalls } from '#contract/calls/peer-learning.ts'
import { findPeerProblems, hasPoint, type PeerCategory, type PeerOutcome } from '#domain/peer/outcomes.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { setEditorDirty } from '#src/ui/dirty-editors.ts'
import { notifyDone } from '#src/ui/notify.ts'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { PEER_WORDS as WORDS } from './words.ts'

export interface ReviewFields {
  outcome: PeerOutcome | undefined
  category: PeerCategory | ''
  point: string
  isSignificant: boolean
  tagName: string
}
const NOTHING: ReviewFields = {
  outcome: undefined,
  category: '',
  point: '',
  isSignificant: false,
  tagName: '',
}

export type ReviewProblems = Partial<Record<'outcome' | 'category' | 'point' | 'tag_name', string>>

/** The form of a second reading: what was chosen, what it still lacks, and its sending. */
export function useReview(reading: Pick<PeerReadingRow, 'id' | 'rev'>, onDone: () => void) {
  const [fields, setFields] = useState(NOTHING)
  const [isAsked, setAsked] = useState(false)
  const [box, act] = useAct()
  const isDirty = fields !== NOTHING
  useEffect(() => {
    setEditorDirty('peer-review', isDirty)
    return () => setEditorDirty('peer-review', false)
  }, [isDirty])
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
    if (isDone) onDone()
  }
  return {
    fields,
    change: (part: Partial<ReviewFields>) => {
      act.forget()
      setFields((before) => cleaned({ ...before, ...part }))
    },
    problems: isAsked ? { ...problems, ...act.fields } : act.fields,
    box,
    act,
    send,
  }
}

/** A good catch goes with agreement alone. */
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
