import { useMemo, useRef, useState } from 'react'
import { comparedWith } from '#domain/prior/compared-with.ts'
import { formatDate } from '#domain/time/formats.ts'
import { heldPrior } from '#src/sync/priors/held-prior.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { notifyError, notifyRefusal } from '#src/ui/notes/notify.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { AsideTab } from '../ReportAside.tsx'
import type { SideColumns } from '../use-side-columns.ts'

/** The tab next to the text, and the prior that is open in it. */
export interface PriorsView {
  tab: AsideTab
  setTab: (tab: AsideTab) => void
  /** The id of its study; its data is looked up each time, because the reader may have lost access to it. */
  chosen: string | undefined
  choose: (studyId: string | undefined) => void
  /** Counts how often the keyboard requested the priors; each request focuses them. */
  asked: number
  /** Returns whether the keyboard requested them since the last call. */
  takeAsk: () => boolean
  /** Shows the tab, even if it is covered. */
  show: () => void
  /**
   * Inserts "Compared with ..." at the cursor; without an open prior, shows the priors and says why nothing
   * can be inserted.
   */
  insertCompared: () => void
}

export interface PriorsViewPorts {
  studyId: string
  sides: SideColumns
  /** Inserts a sentence at the cursor. */
  insert: (html: string) => void
  /** Why nothing can be inserted now. */
  refusal: string | undefined
}

export function usePriorsView({ studyId, sides, insert, refusal }: PriorsViewPorts): PriorsView {
  const [tab, setTab] = useState<AsideTab>('comments')
  const [chosen, choose] = useState<string>()
  const [asked, setAsked] = useState(0)
  const isAsked = useRef(false)
  const takeAsk = useStableCallback(() => {
    const was = isAsked.current
    isAsked.current = false
    return was
  })
  const show = useStableCallback(() => {
    isAsked.current = true
    sides.open('aside')
    setTab('priors')
    setAsked((n) => n + 1)
  })
  const insertCompared = useStableCallback(() => {
    if (!chosen) return show()
    if (refusal !== undefined) return notifyRefusal(refusal)
    return void heldPrior(studyId, chosen)
      .then((prior) => {
        if (!prior) return show()
        sides.uncover()
        return insert(comparedWith(prior, formatDate(new Date(prior.study_datetime), branchZone())))
      })
      .catch(notifyError)
  })
  // Memoised, so that the column does not rerender at each typed word.
  return useMemo(
    () => ({ tab, setTab, chosen, choose, asked, takeAsk, show, insertCompared }),
    [tab, chosen, asked, takeAsk, show, insertCompared],
  )
}
