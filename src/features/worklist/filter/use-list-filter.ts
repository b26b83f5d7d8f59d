import { useMemo } from 'react'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import { STUDY_SORTS, type StudySort } from '#domain/study/lists/sort-studies.ts'
import type { QuickRange } from '#domain/time/quick-ranges.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
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
  /** Turns to a page without adding a history entry. */
  turnTo: (page: number) => void
  clear: () => void
}

const isSort = (found: unknown): found is StudySort => STUDY_SORTS.some((sort) => sort === found)

/**
 * Returns the filter of a list from the page's address, so that a link, a reload and the back button restore
 * it. Typed text is not in the address, but the back button restores it too. The list opens in the order that
 * the person chose last; a saved filter has its own order and does not change that choice.
 */
export function useListFilter(
  flag: StudyListFlag,
  defaultRange: QuickRange,
  sorts: readonly StudySort[],
): ListFilterState {
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const first = firstSort(flag, sorts)
  const [chosenSort, keepSort] = usePreference(`list_order:${flag}`, isSort, first)
  // The chosen order may no longer be offered.
  const keptSort = sorts.includes(chosenSort) ? chosenSort : first
  const filter = useMemo(
    () => readFilter(params, defaultRange, keptSort, sorts),
    [params, defaultRange, keptSort, sorts],
  )
  // Turning a page adds a history entry; changing a filter does not.
  const change = useStableCallback((asked: FilterChange) => {
    if (asked.sort !== undefined && Object.keys(asked).length === 1) keepSort(asked.sort)
    // Writes the order even though it is now the kept one, so that going back restores the previous order.
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
