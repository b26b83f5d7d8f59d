import { useMemo, useRef, useState } from 'react'
import { comparedWith } from '#domain/prior/compared-with.ts'
import { formatDate } from '#domain/time/formats.ts'
import { heldPrior } from '#src/sync/priors/held-prior.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { notifyError, notifyRefusal } from '#src/ui/notify.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { AsideTab } from '../aside/ReportAside.tsx'
import type { SideColumns } from '../use-side-columns.ts'

/** The tab beside the text, and the prior that is open in it. */
export interface PriorsView {
  tab: AsideTab
  setTab: (tab: AsideTab) => void
  /** Its study's id; what is told of it is read anew each time, because it may be the reader's no longer. */
  chosen: string | undefined
  choose: (studyId: string | undefined) => void
  /** Counts how often the keyboard asked for the priors: then they take the focus. */
  asked: number
  /** Takes whether it asked since this was last taken. */
  takeAsk: () => boolean
  /** Shows the tab, whatever covers it. */
  show: () => void
  /** Writes "Compared with ..." where the cursor stands; without an open prior it shows the priors, and says why nothing may be written. */
  insertCompared: () => void
}

export interface PriorsViewPorts {
  studyId: string
  sides: SideColumns
  /** Writes a sentence where the cursor stands. */
  insert: (html: string) => void
  /** Why nothing may be written now. */
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
        return insert(comparedWith(prior, formatDate(new Date(prior.study_datetime), placeZone())))
      })
      .catch(notifyError)
  })
  // The column is drawn anew where something of it changed, and not at each word that is typed.
  return useMemo(
    () => ({ tab, setTab, chosen, choose, asked, takeAsk, show, insertCompared }),
    [tab, chosen, asked, takeAsk, show, insertCompared],
  )
}
