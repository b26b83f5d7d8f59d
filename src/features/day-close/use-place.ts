import { useSearchParams } from 'react-router-dom'
import type { BranchItem } from '#contract/calls/directory.ts'
import { findDay } from '#domain/time/zones.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { useToday } from '#src/ui/use-today.ts'

/** Whose drawer the page looks into; kept in the address, which names no patient. */
export interface Place {
  branches: readonly BranchItem[]
  branch: BranchItem | undefined
  zone: string
  today: string
  day: string
  /** Undefined is the person who looks. */
  userId: string | undefined
  set: (name: 'branch' | 'day' | 'person', value: string) => void
}

export function usePlace(): Place {
  const branches = useBranches()
  const [params, setParams] = useSearchParams()
  const branch = branches.find(({ id }) => id === params.get('branch')) ?? branches[0]
  const zone = branch?.time_zone || LOCAL_ZONE
  const today = useToday(zone)
  const asked = params.get('day') ?? ''
  return {
    branches,
    branch,
    zone,
    today,
    day: findDay(asked) ? asked : today,
    userId: params.get('person') ?? undefined,
    set: (name, value) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
  }
}
