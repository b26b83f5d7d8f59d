import { useMemo } from 'react'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { usePrivateParams } from '#src/ui/use-private-params.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { useToday } from '#src/ui/use-today.ts'
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

/** The list's filter in the address, with the branch that it is about. */
export interface VisitPlace extends VisitParams {
  /** Undefined where all branches are asked for. */
  branchId: string | undefined
  branches: ReturnType<typeof useBranches>
  /** Of the branch; of the first one where all are asked for. */
  zone: string
  change: (change: ParamsChange) => void
  /** Takes all filters off; branch, days and order stay. */
  clear: () => void
  chooseBranch: (branch: string) => void
  chooseDays: (days: Days) => void
}

const isText = (found: unknown): found is string => typeof found === 'string'

/**
 * Where the list stands. A branch that the address does not name is the one chosen last on this device, else the reader's
 * first; days that it does not name are today, so that whoever comes back begins with today.
 */
export function useVisitParams(): VisitPlace {
  const branches = useBranches()
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const [kept, keep] = usePreference('visits_branch', isText, '')
  const named = params.get('branch_id') ?? kept
  const isAll = named === ALL_BRANCHES
  const branch = branches.find(({ id }) => id === named) ?? branches[0]
  const zone = branch?.time_zone || placeZone()
  const today = useToday(zone)
  const read = useMemo(() => readParams(params, today), [params, today])
  // A page turned is a step back; a filter that is narrowed is not.
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
