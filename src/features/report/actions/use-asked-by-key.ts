import { useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import { AI_DRAFT_WORDS } from '#src/parts/ai-draft/words.ts'
import { notifyRefusal } from '#src/ui/notes/notify.ts'
import type { useFollowUps } from '../follow-ups/use-follow-ups.ts'
import type { useWantedPart } from '../parts/use-wanted-part.ts'
import type { usePriorsView } from '../priors/use-priors-view.ts'
import type { useSideColumns } from '../use-side-columns.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import type { useReportActions } from './use-report-actions.ts'
import { useReportKeys } from './use-report-keys.ts'

interface Asked {
  detail: ReportDetail
  isFiled: boolean
  isAiShown: boolean
  actions: ReturnType<typeof useReportActions>
  sides: ReturnType<typeof useSideColumns>
  want: ReturnType<typeof useWantedPart>['want']
  priors: ReturnType<typeof usePriorsView>
  followUps: ReturnType<typeof useFollowUps>
  /** Focuses the sentences of an AI; false if there are none. */
  toAiDraft: () => boolean
}

/**
 * Connects the keys of a report with its columns and actions. Returns a new object whenever a key asks for the search
 * of templates, or for a follow-up in own words.
 */
export function useAskedByKey(asked: Asked): { search: object | undefined; ownFollowUp: object | undefined } {
  const { detail, isFiled, isAiShown, actions, sides, want, priors, followUps, toAiDraft } = asked
  const [search, setSearch] = useState<object>()
  const [ownFollowUp, setOwnFollowUp] = useState<object>()
  useReportKeys({
    onDraft: () => actions.runByKey('draft'),
    onSign: () => actions.runByKey('sign'),
    onSignNext: () => actions.runByKey(isFiled || detail.can_write_report === 0 ? 'next' : 'signAndNext'),
    onSkip: () => actions.runByKey('skip'),
    onFindTemplate: () => {
      if (isFiled) return notifyRefusal(WORDS.refusals.signed)
      sides.open('templates')
      setSearch({})
    },
    onPart: (part) => want({ part }),
    onPriors: () => priors.show(),
    onCompared: () => priors.insertCompared(),
    onFollowUp: followUps.toggle,
    onOwnFollowUp: () => {
      if (followUps.refusal === undefined) setOwnFollowUp({})
      else notifyRefusal(followUps.refusal)
    },
    onAiDraft: () => {
      if (isAiShown) notifyRefusal(WORDS.refusals.aiShown)
      else if (!toAiDraft()) notifyRefusal(AI_DRAFT_WORDS.none)
    },
  })
  return { search, ownFollowUp }
}
