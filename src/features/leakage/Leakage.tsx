import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { zoneOfBranches } from '#domain/branch/zone-of-branches.ts'
import { formatDay } from '#domain/time/formats.ts'
import { FiguresFilters } from '#src/parts/figures/FiguresFilters.tsx'
import type { Span } from '#src/parts/figures/read-span.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { Board } from './Board.tsx'
import { LineList } from './LineList.tsx'
import { readLeakParams } from './leak-params.ts'
import classes from './leakage.module.css'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

const NEVER: Span = { branchId: undefined, from: '', to: '' }
const isSpan = (found: unknown): found is Span =>
  typeof found === 'object' && found !== null && 'from' in found && 'to' in found

/** The leakage board, and the entries of one of its lines. Offline, it shows the data of its last visit. */
export default function Leakage() {
  const [params, setParams] = useSearchParams()
  const branches = useBranches()
  const { online } = useLink()
  const [round, setRound] = useState(0)
  const [last, keepLast] = usePreference<Span>('leak_last_look', isSpan, NEVER)
  const branch = branches.find(({ id }) => id === params.get('branch_id'))
  const zone = zoneOfBranches(branches, branch?.id, branchZone())
  const place = readLeakParams(params, useToday(zone))
  const { branchId, from, to, line } = place
  useEffect(() => {
    if (online) keepLast({ branchId, from, to })
  }, [online, branchId, from, to, keepLast])
  const hasLook = last.from !== ''
  const span: Span = online || !hasLook ? { branchId, from, to } : last
  const change = (asked: Readonly<Record<string, string>>) =>
    setParams((now) => changeListParams(now, asked), { replace: !('p' in asked) })
  const branchName = branches.find(({ id }) => id === span.branchId)?.name ?? WORDS.allBranches
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <FiguresFilters
          choice={{ shown: span, branches, zone, isOnline: online, change }}
          onRefresh={() => setRound((n) => n + 1)}
        />
      </PageHeader>
      {!online && (
        <Alert color="orange" role="status">
          {hasLook && line === undefined
            ? WORDS.offline(WORDS.span(formatDay(span.from), formatDay(span.to)), branchName)
            : WORDS.offlineNone}
        </Alert>
      )}
      {line !== undefined ? (
        <LineList place={{ ...place, line }} zone={zone} isOnline={online} round={round} onChange={change} />
      ) : (
        <Board span={span} isOnline={online} round={round} />
      )}
    </div>
  )
}
