import { useEffect, useRef } from 'react'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { findListPage } from '#src/sync/studies/find-list-page.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import type { SteadyList } from './use-steady-list.ts'

/** The order that a person chose is read from the vault, so the list may be loaded twice initially. */
const SEARCHES_MAX = 3

export interface LeftPageInput {
  /** The study from which the reader returned to this list. */
  left: string | undefined
  list: SteadyList
  input: StudyListInput
  turnTo: (page: number) => void
}

/**
 * Turns the list to the page of the study from which the reader returned: after reading several studies, it
 * may be on another page than the first one. Returns a function that ends the search, to be called when a
 * person turns or filters the list.
 */
export function useLeftPage({ left, list, input, turnTo }: LeftPageInput): () => void {
  const searches = useRef(left === undefined ? SEARCHES_MAX : 0)
  const turn = useStableCallback(turnTo)
  const isAnswered = !list.isLoading && !list.isStale
  const isThere = list.rows.some(({ study_id }) => study_id === left)
  const isOfDevice = list.from === 'device'
  useEffect(() => {
    if (left === undefined || !isAnswered || searches.current >= SEARCHES_MAX) return undefined
    // Only the server knows the order of its list.
    if (isThere || !isOfDevice) {
      searches.current = SEARCHES_MAX
      return undefined
    }
    let isWanted = true
    searches.current += 1
    findListPage(input, left).then(
      (page) => {
        if (isWanted && searches.current < SEARCHES_MAX && page !== undefined && page !== input.p) turn(page)
      },
      // After a failure the list stays at its page.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [left, input, isAnswered, isThere, isOfDevice, turn])
  return useStableCallback(() => {
    searches.current = SEARCHES_MAX
  })
}
