import { useMemo } from 'react'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import {
  ALL_BRANCHES,
  changeParams,
  type Days,
  FILTER_KEYS,
  type ParamsChange,
  readParams,
  TYPED_KEYS,
  type VisitParams,
} from './visit-params.ts'

/** The list's filter from the address, with its branch. */
export interface VisitListView extends VisitParams {
  /** Undefined if all branches are requested. */
  branchId: string | undefined
  branches: ReturnType<typeof useBranches>
  /** The time zone of the branch; of the first one if all are requested. */
  zone: string
  change: (change: ParamsChange) => void
  /** Removes all filters; keeps branch, days and order. */
  clear: () => void
  chooseBranch: (branch: string) => void
  chooseDays: (days: Days) => void
}

const isText = (found: unknown): found is string => typeof found === 'string'

/**
 * Returns the view of the list. If the address names no branch, it is the last one chosen on this device,
 * else the reader's first; if it names no days, it is today, so that a returning person starts with today.
 */
export function useVisitParams(): VisitListView {
  const branches = useBranches()
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const [kept, keep] = usePreference('visits_branch', isText, '')
  const named = params.get('branch_id') ?? kept
  const isAll = named === ALL_BRANCHES
  const branch = branches.find(({ id }) => id === named) ?? branches[0]
  const zone = branch?.time_zone || branchZone()
  const today = useToday(zone)
  const read = useMemo(() => readParams(params, today), [params, today])
  // Turning a page adds a history entry; changing a filter does not.
  const change = useStableCallback((asked: ParamsChange) =>
    setParams((now) => changeParams(now, asked, today), { replace: asked.page === undefined }),
  )
  const clear = useStableCallback(() =>
    change(Object.fromEntries(FILTER_KEYS.map((key) => [key, undefined])) as ParamsChange),
  )
  return {
    ...read,
    branchId: isAll ? undefined : branch?.id,
    branches,
    zone,
    change,
    clear,
    chooseBranch: (id) => {
      keep(id)
      change({ branch: id })
    },
    chooseDays: (days) => change({ days }),
  }
}
