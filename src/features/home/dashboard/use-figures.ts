import { useEffect, useState } from 'react'
import { dashboardCalls } from '#contract/calls/dashboard.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { browserPage } from '#src/sync/link/page.ts'
import { pollEvery } from '#src/sync/link/poll-every.ts'
import { useCoverage } from '#src/sync/studies/coverage.ts'
import type { DashboardFilter } from './dashboard-filter.ts'
import { figuresInput } from './dashboard-filter.ts'

/**
 * Returns cases by status and by doctor; offline, returns the last figures that this device received for the
 * same filter.
 */
export function useFigures(filter: DashboardFilter, isOnline: boolean) {
  const { branchId = 'all', basis, range = 'days' } = filter
  const { answer, error, refresh } = useKeptCall(dashboardCalls.dashboardData, figuresInput(filter), {
    isWanted: isOnline,
    news: useNews(isOnline),
    // Keeps one copy for each quick range; explicit days share one place.
    keptAs: `dashboard ${branchId} ${basis} ${range}`,
  })
  const figures = answer?.result
  // Figures kept yesterday under "Today" belong to other days.
  const isOfFilter =
    figures !== undefined &&
    (figures.filter.from_date ?? undefined) === filter.days.from &&
    (figures.filter.to_date ?? undefined) === filter.days.to
  return {
    figures: isOfFilter ? figures : undefined,
    other: isOfFilter ? undefined : figures,
    error,
    refresh,
  }
}

/** Returns the cases of the last twelve months, kept like the other figures. */
export function useMonths(
  { branchId, basis }: Pick<DashboardFilter, 'branchId' | 'basis'>,
  isOnline: boolean,
) {
  return useKeptCall(
    dashboardCalls.casesLast12Months,
    { ...(branchId && { branch_id: branchId }), date_col: basis },
    { isWanted: isOnline, news: useNews(isOnline), keptAs: `dashboard months ${branchId ?? 'all'} ${basis}` },
  )
}

/**
 * Returns a value that changes when this device receives news of studies and, for persons who receive none,
 * every two minutes while online.
 */
function useNews(isOnline: boolean): string {
  const coverage = useCoverage()
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    if (!isOnline) return undefined
    const each = pollEvery(STUDY_LIST_REFRESH_MS, true, browserPage()).subscribe(() => setTicks((n) => n + 1))
    return () => each.unsubscribe()
  }, [isOnline])
  return `${coverage?.cursor} ${ticks}`
}
