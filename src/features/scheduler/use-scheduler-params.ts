import { useSearchParams } from 'react-router-dom'
import { findDay } from '#domain/time/zones.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useToday } from '#src/ui/time/use-today.ts'

const KEYS = ['branch', 'kind', 'department', 'place', 'day', 'view', 'edit', 'open'] as const
type Key = (typeof KEYS)[number]

/** The place of the scheduler, from its address: only ids and days. */
export interface SchedulerParams {
  branchId: string
  zone: string
  isRadiology: 0 | 1
  departmentId: string | undefined
  /** The machine or doctor. */
  placeId: string | undefined
  day: string
  view: 'day' | 'week'
  /** The visit whose form is open, from the Sync centre. */
  editId: string | undefined
  /** Whether Quick Book opens, from a shortcut of the installed app. */
  opensQuickBook: boolean
  go: (change: Partial<Record<Key, string | undefined>>) => void
}

export function useSchedulerParams(): SchedulerParams {
  const [params, setParams] = useSearchParams()
  const branches = useBranches()
  const read = (key: Key) => params.get(key) ?? undefined
  const branch = branches.find(({ id }) => id === read('branch')) ?? branches[0]
  const zone = branch?.time_zone || branchZone()
  const today = useToday(zone)
  const day = read('day')
  return {
    branchId: branch?.id ?? '',
    zone,
    isRadiology: read('kind') === 'clinical' ? 0 : 1,
    departmentId: read('department'),
    placeId: read('place'),
    day: day !== undefined && findDay(day) ? day : today,
    view: read('view') === 'week' ? 'week' : 'day',
    editId: read('edit'),
    opensQuickBook: read('open') === 'quick',
    go: (change) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [key, value] of Object.entries(change))
            if (value === undefined) next.delete(key)
            else next.set(key, value)
          return next
        },
        { replace: true },
      ),
  }
}
