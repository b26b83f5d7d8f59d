import { useEffect, useRef } from 'react'
import type { StudyList } from '#src/sync/studies/use-study-list.ts'

export interface SteadyList extends StudyList {
  /** Whether the rows belong to the previous query, until the new ones arrive. */
  isStale: boolean
}

/** Keeps the last rows while another filter or page is loading, so that the screen does not jump. */
export function useSteadyList(list: StudyList): SteadyList {
  // A ref, because the list is a new object at each render, and storing it must not cause another one.
  const last = useRef(list)
  const isAnswered = !list.isLoading || list.rows.length > 0
  useEffect(() => {
    if (isAnswered) last.current = list
  })
  if (isAnswered || list.error) return { ...list, isStale: false }
  // oxlint-disable-next-line react/refs -- a state would have to be set at each render, see above
  const { rows, page } = last.current
  // oxlint-disable-next-line react/refs -- as above
  return { ...list, rows, page, isStale: rows.length > 0 }
}
