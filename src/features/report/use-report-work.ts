import { useRef, useState } from 'react'
import { isAddendumOffered } from '#src/parts/addendum/addendum-rule.ts'
import type { AiDraftHandle } from '#src/parts/ai-draft/AiDraftPanel.tsx'
import { useSession } from '#src/sync/session/session.ts'
import { useReportActions } from './actions/use-report-actions.ts'
import { useAiDraft } from './ai-draft/use-ai-draft.ts'
import { useFollowUps } from './follow-ups/use-follow-ups.ts'
import { useWantedPart } from './parts/use-wanted-part.ts'
import type { ReportBodyProps } from './ReportBody.tsx'
import { useAiView } from './use-ai-view.ts'
import { useReportState } from './use-report-state.ts'
import { REPORT_WORDS as WORDS } from './words.ts'

export type ReportWork = ReturnType<typeof useReportWork>

/** Returns the work on one report: its state, the cursor, AI sentences, follow-ups, the addendum and the actions. */
export function useReportWork({ detail, row, open, reading }: ReportBodyProps) {
  const place = useWantedPart(reading.isFollowing)
  const session = useSession()
  const ai = useAiView(detail.study, open)
  const isAiShown = ai.shown === 'ai'
  const state = useReportState(detail, row, open, isAiShown)
  const { twoTexts, readOnlyReason, isFiled, isRevising, setRevising, groundsNow } = state
  const aiDraft = useAiDraft(open)
  const aiPanel = useRef<AiDraftHandle>(null)
  // The sentences are shown next to the own text, which is hidden while the AI result is shown.
  const toAiDraft = () => !isAiShown && (aiPanel.current?.focus() ?? false)
  const [isAppending, setAppending] = useState(false)
  const followUps = useFollowUps(open, detail, { isFiled, isRevising, hasTwoTexts: twoTexts !== undefined })
  const actions = useReportActions({
    open,
    detail,
    groundsNow,
    isFollowing: reading.isFollowing,
    onClose: reading.close,
    onBeforeNext: reading.prepareNext,
    onNext: reading.goNext,
    onSkip: reading.skip,
    onAddendum: () => setAppending(true),
    onRevise: setRevising,
    onSigned: followUps.afterSigning,
    onOpenField: place.wantField,
    onUndecidedAi: toAiDraft,
  })
  const isLocked = readOnlyReason !== undefined || twoTexts !== undefined
  const lockReason = isLocked
    ? (readOnlyReason ?? WORDS.refusals.conflict)
    : // Nothing is inserted into a hidden text.
      isAiShown
      ? WORDS.refusals.aiShown
      : undefined
  return {
    place,
    ai,
    isAiShown,
    state,
    aiDraft,
    aiPanel,
    toAiDraft,
    addendum: {
      isOffered: session !== undefined && isAddendumOffered(session) && session.can_sign === 1,
      isOpen: isAppending,
      setOpen: setAppending,
    },
    followUps,
    actions,
    isLocked,
    /** Why nothing can be inserted or restored. */
    lockReason,
  }
}
