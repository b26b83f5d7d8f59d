import { useState } from 'react'
import type { VisitList } from '#src/sync/visits/use-visit-list.ts'

export interface SteadyVisits extends VisitList {
  /** Whether the rows belong to the previous query, until the new one is answered. */
  isStale: boolean
}

type Shown = Pick<VisitList, 'rows' | 'page' | 'totals'>

/** Keeps the last rows while another filter or page is loading, so that the screen does not jump. */
export function useSteadyVisits(list: VisitList): SteadyVisits {
  const [last, setLast] = useState<Shown>(list)
  const isAnswered = !list.isLoading || list.rows.length > 0
  if (isAnswered && last.rows !== list.rows) setLast(list)
  if (isAnswered || list.error) return { ...list, isStale: false }
  const { rows, page, totals } = last
  return { ...list, rows, page, totals, isStale: rows.length > 0 }
}
