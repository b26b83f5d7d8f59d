import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { BranchItem } from '#contract/calls/directory.ts'
import { zoneOfBranches } from '#domain/branch/zone-of-branches.ts'
import type { DayText } from '#domain/time/zones.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { changeParams } from '#src/ui/params/change-params.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { readSpan, type Span } from './read-span.ts'

/** The branch and days that the panels show. */
export interface FiguresContext extends Span {
  isOnline: boolean
  /** Increases when the reader refreshes the figures. */
  round: number
}

export interface FiguresChoice {
  /** What the panels show; offline, the last viewed span. */
  shown: Span
  branches: readonly BranchItem[]
  zone: string
  isOnline: boolean
  /** False if offline on a device without earlier figures. */
  hasFigures: boolean
  change: (change: Readonly<Record<string, string>>) => void
  /** The other parameters in the URL. */
  params: URLSearchParams
}

const isSpan = (found: unknown): found is Span =>
  typeof found === 'object' && found !== null && 'from' in found && 'to' in found

const NONE = { branchId: undefined, from: '', to: '' }

/**
 * Returns the branch and days in the URL, else the `usual` days; offline those last viewed, whose figures are
 * cached on this device.
 */
export function useFiguresContext(
  lastLook: 'bi_last_look' | 'flow_last_look',
  usual: (today: DayText) => { from: DayText; to: DayText } = (today) => ({ from: today, to: today }),
): FiguresChoice {
  const [params, setParams] = useSearchParams()
  const { online } = useLink()
  const branches = useBranches()
  const [last, keepLast] = usePreference<Span>(lastLook, isSpan, NONE)
  const branch = branches.find(({ id }) => id === params.get('branch_id'))
  const zone = zoneOfBranches(branches, branch?.id, branchZone())
  const today = useToday(zone)
  const asked: Span = { ...readSpan(params, usual(today)), branchId: branch?.id }
  const key = JSON.stringify(asked)
  useEffect(() => {
    if (online) keepLast(JSON.parse(key) as Span)
  }, [online, key, keepLast])
  const hasFigures = online || last.from !== ''
  return {
    shown: online || last.from === '' ? asked : last,
    branches,
    zone,
    isOnline: online,
    hasFigures,
    params,
    change: (change) => setParams((now) => changeParams(now, change), { replace: true }),
  }
}
