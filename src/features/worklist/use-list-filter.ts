import { useMemo } from 'react'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import { STUDY_SORTS, type StudySort } from '#domain/study/sort-studies.ts'
import type { QuickRange } from '#domain/time/quick-ranges.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { usePrivateParams } from '#src/ui/use-private-params.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import {
  changeFilter,
  clearFilter,
  type FilterChange,
  firstSort,
  type ListFilter,
  readFilter,
  TYPED_KEYS,
} from './list-filter.ts'

export interface ListFilterState {
  filter: ListFilter
  change: (change: FilterChange) => void
  /** Turns to a page that nobody asked for: the step back does not lead to the page before it. */
  turnTo: (page: number) => void
  clear: () => void
}

const isSort = (found: unknown): found is StudySort => STUDY_SORTS.some((sort) => sort === found)

/**
 * The filter of a list as the page's address holds it: a link, a reload and the back button bring it back. What a person
 * typed is not written there: the back button brings it back, too. The order that a person chose last is the one that the
 * list opens in; a kept filter brings its own along and changes nothing of that.
 */
export function useListFilter(
  flag: StudyListFlag,
  defaultRange: QuickRange,
  sorts: readonly StudySort[],
): ListFilterState {
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const first = firstSort(flag, sorts)
  const [chosenSort, keepSort] = usePreference(`list_order:${flag}`, isSort, first)
  // What was chosen may not be offered any more.
  const keptSort = sorts.includes(chosenSort) ? chosenSort : first
  const filter = useMemo(
    () => readFilter(params, defaultRange, keptSort, sorts),
    [params, defaultRange, keptSort, sorts],
  )
  // A page turned is a step back; a filter narrowed letter by letter is not.
  const change = useStableCallback((asked: FilterChange) => {
    if (asked.sort !== undefined && Object.keys(asked).length === 1) keepSort(asked.sort)
    // Written out although it is the kept one from now on: the step back leads to the order that stood there before.
    setParams((now) => changeFilter(now, asked, defaultRange, keptSort), {
      replace: asked.page === undefined,
    })
  })
  const turnTo = useStableCallback((page: number) =>
    setParams((now) => changeFilter(now, { page }, defaultRange, keptSort), { replace: true }),
  )
  const clear = useStableCallback(() => setParams(clearFilter))
  return { filter, change, turnTo, clear }
}
