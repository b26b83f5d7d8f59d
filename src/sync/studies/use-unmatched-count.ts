import { useEffect, useState } from 'react'
import { unmatchedCalls } from '#contract/calls/unmatched.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { useKeptCall } from '../api/use-kept-call.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/**
 * Returns how many studies of any day wait to be linked to a visit: refreshed every 2 minutes while visible, and with
 * `news`. Undefined until the server has answered, and offline.
 */
export function useUnmatchedCount(isWanted: boolean, news: string): number | undefined {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    if (!isWanted) return undefined
    const each = pollEvery(STUDY_LIST_REFRESH_MS, true, browserPage()).subscribe(() => setTicks((n) => n + 1))
    return () => each.unsubscribe()
  }, [isWanted])
  const { answer } = useKeptCall(
    unmatchedCalls.unmatched,
    { p: 1, ps: 1 },
    { isWanted, news: `${ticks} ${news}`, keptAs: undefined },
  )
  return isWanted ? answer?.result.page.total_records : undefined
}
