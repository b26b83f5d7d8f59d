import { useEffect, useRef } from 'react'
import type { StudyList } from '#src/sync/studies/use-study-list.ts'

export interface SteadyList extends StudyList {
  /** The rows answer the question before: they are shown until those of the new one are there. */
  isStale: boolean
}

/** Keeps the last rows in place while another filter or page is asked for, so that the screen does not jump. */
export function useSteadyList(list: StudyList): SteadyList {
  // Not a state: the list is a new object at each render, and keeping it must not cause another one.
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
