import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { BranchItem } from '#contract/calls/directory.ts'
import { zoneOfPlace } from '#domain/branch/zone-of-place.ts'
import type { DayText } from '#domain/time/zones.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { placeZone } from '#src/sync/session/place-zone.ts'
import { changeParams } from '#src/ui/change-params.ts'
import { useToday } from '#src/ui/use-today.ts'
import { readSpan, type Span } from './read-place.ts'

/** What the panels are about. */
export interface FiguresPlace extends Span {
  isOnline: boolean
  /** Grows when the reader asks for fresh figures. */
  round: number
}

export interface FiguresChoice {
  /** What the panels show: without the network the span that was looked at last. */
  shown: Span
  branches: readonly BranchItem[]
  zone: string
  isOnline: boolean
  /** False without the network on a device that has no earlier figures. */
  hasFigures: boolean
  change: (change: Readonly<Record<string, string>>) => void
  /** What else stands in the address. */
  params: URLSearchParams
}

const isSpan = (found: unknown): found is Span =>
  typeof found === 'object' && found !== null && 'from' in found && 'to' in found

const NONE = { branchId: undefined, from: '', to: '' }

/**
 * The branch and days of the address, else the `usual` days; without the network those of the last look, whose figures
 * this device keeps.
 */
export function useFiguresPlace(
  lastLook: 'bi_last_look' | 'flow_last_look',
  usual: (today: DayText) => { from: DayText; to: DayText } = (today) => ({ from: today, to: today }),
): FiguresChoice {
  const [params, setParams] = useSearchParams()
  const { online } = useLink()
  const branches = useBranches()
  const [last, keepLast] = usePreference<Span>(lastLook, isSpan, NONE)
  const branch = branches.find(({ id }) => id === params.get('branch_id'))
  const zone = zoneOfPlace(branches, branch?.id, placeZone())
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
