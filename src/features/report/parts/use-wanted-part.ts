import { useCallback, useState } from 'react'
import type { OpenField } from '#domain/report/checks/open-fields.ts'
import type { ReportPart } from '../templates/insert-template.ts'
import type { WantedPart } from './wanted-part.ts'

/** The part of the report that is being written, and the place that should take the cursor. */
export function useWantedPart(isFollowing: boolean) {
  const [part, setPart] = useState<ReportPart>('report_data')
  const [wanted, setWanted] = useState(() => firstWanted(isFollowing))
  const want = useCallback((next: WantedPart) => {
    setPart(next.part)
    setWanted(next)
  }, [])
  const wantField = useCallback(
    ({ part: fieldPart }: OpenField) => want({ part: fieldPart, field: 0 }),
    [want],
  )
  /** Asks for the cursor in a part without making it the one that is written. */
  const wantCursor = useCallback((at: WantedPart) => setWanted(at), [])
  return { part, setPart, wanted, want, wantField, wantCursor }
}

/**
 * Returns the text as the part to focus when a report opens, except if the keyboard is on the tabs of several
 * reports, or on touch screens, where focusing would open the on-screen keyboard.
 */
function firstWanted(isFollowing: boolean): WantedPart | undefined {
  const isWalked = !isFollowing && document.activeElement?.matches('[role="tab"]:focus-visible')
  return isWalked || window.matchMedia('(pointer: coarse)').matches
    ? undefined
    : { part: 'report_data', isOpening: true }
}
