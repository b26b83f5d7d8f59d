import { useSearchParams } from 'react-router-dom'
import type { BranchItem } from '#contract/calls/directory.ts'
import { findDay } from '#domain/time/zones.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { changeParams } from '#src/ui/params/change-params.ts'
import { useToday } from '#src/ui/time/use-today.ts'

/** A branch and one of its days, stored in the URL; `set` with an empty value removes a name. */
export interface BranchDay<Name extends string> {
  branches: readonly BranchItem[]
  branch: BranchItem | undefined
  zone: string
  today: string
  day: string
  params: URLSearchParams
  set: (name: Name | 'branch', value: string) => void
  setDay: (day: string) => void
}

/** Returns the branch and day in the URL; defaults to the person's first branch and today. `dayName` names the day there. */
export function useBranchDay<Name extends string = never>(dayName: 'day' | 'date' = 'day'): BranchDay<Name> {
  const branches = useBranches()
  const [params, setParams] = useSearchParams()
  const branch = branches.find(({ id }) => id === params.get('branch')) ?? branches[0]
  const zone = branch?.time_zone || branchZone()
  const today = useToday(zone)
  const asked = params.get(dayName) ?? ''
  const set = (name: string, value: string) =>
    setParams((now) => changeParams(now, { [name]: value }), { replace: true })
  return {
    branches,
    branch,
    zone,
    today,
    day: findDay(asked) ? asked : today,
    params,
    set,
    setDay: (next) => set(dayName, next === today ? '' : next),
  }
}
