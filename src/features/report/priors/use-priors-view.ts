import { useMemo, useState } from 'react'
import type { PriorRow } from '#contract/calls/priors.ts'
import { comparedWith } from '#domain/prior/compared-with.ts'
import { formatDate } from '#domain/time/formats.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { AsideTab } from '../aside/ReportAside.tsx'
import type { SideColumns } from '../use-side-columns.ts'

/** The tab beside the text, and the prior that is open in it. */
export interface PriorsView {
  tab: AsideTab
  setTab: (tab: AsideTab) => void
  chosen: PriorRow | undefined
  choose: (prior: PriorRow | undefined) => void
  /** Counts how often the keyboard asked for the priors: then the list takes the focus. */
  asked: number
  /** Shows the tab, whatever covers it. */
  show: () => void
  /** Writes "Compared with ..." where the cursor stands; without an open prior it shows the priors. */
  insertCompared: () => void
}

/** `insert` writes markup where the cursor stands; undefined where nothing may be written now. */
export function usePriorsView(
  { open: openSide, uncover }: SideColumns,
  insert: ((html: string) => void) | undefined,
): PriorsView {
  const [tab, setTab] = useState<AsideTab>('comments')
  const [chosen, choose] = useState<PriorRow>()
  const [asked, setAsked] = useState(0)
  const show = useStableCallback(() => {
    openSide('aside')
    setTab('priors')
    setAsked((n) => n + 1)
  })
  const insertCompared = useStableCallback(() => {
    if (!chosen) return show()
    if (!insert) return undefined
    uncover()
    return insert(comparedWith(chosen, formatDate(new Date(chosen.study_datetime), placeZone())))
  })
  // The column is drawn anew where something of it changed, and not at each word that is typed.
  return useMemo(
    () => ({ tab, setTab, chosen, choose, asked, show, insertCompared }),
    [tab, chosen, asked, show, insertCompared],
  )
}
