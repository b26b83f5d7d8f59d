import { useMemo } from 'react'
import type { QuickRange } from '#domain/time/quick-ranges.ts'
import { usePrivateParams } from '#src/ui/use-private-params.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import {
  changeFilter,
  clearFilter,
  type FilterChange,
  type ListFilter,
  readFilter,
  TYPED_KEYS,
} from './list-filter.ts'

export interface ListFilterState {
  filter: ListFilter
  change: (change: FilterChange) => void
  clear: () => void
}

/**
 * The filter of a list as the page's address holds it: a link, a reload and the back button bring it back. What a person
 * typed is not written there: the back button brings it back, too.
 */
export function useListFilter(defaultRange: QuickRange): ListFilterState {
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const filter = useMemo(() => readFilter(params, defaultRange), [params, defaultRange])
  // A page turned is a step back; a filter narrowed letter by letter is not.
  const change = useStableCallback((asked: FilterChange) =>
    setParams((now) => changeFilter(now, asked, defaultRange), { replace: asked.page === undefined }),
  )
  const clear = useStableCallback(() => setParams(clearFilter))
  return { filter, change, clear }
}
