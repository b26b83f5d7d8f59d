import { ActionIcon, Alert, Select, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatDay } from '#domain/time/formats.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { usePreference } from '#src/sync/preferences/use-preference.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { LOCAL_ZONE } from '#src/ui/local-zone.ts'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { useToday } from '#src/ui/use-today.ts'
import { Board } from './Board.tsx'
import { LineList } from './LineList.tsx'
import { changeLeakParams, type LeakSpan, readLeakPlace } from './leak-place.ts'
import classes from './leakage.module.css'
import { LEAKAGE_WORDS as WORDS } from './words.ts'

const RANGES = ['Today', 'Yesterday', 'Week', 'Month', 'Year'] as const
const NEVER: LeakSpan = { branchId: undefined, from: '', to: '' }
const isSpan = (found: unknown): found is LeakSpan =>
  typeof found === 'object' && found !== null && 'from' in found && 'to' in found

/** The leakage board, and the entries of one of its lines. Without the network it shows its last look. */
export default function Leakage() {
  const [params, setParams] = useSearchParams()
  const branches = useBranches()
  const { online } = useLink()
  const [round, setRound] = useState(0)
  const [last, keepLast] = usePreference<LeakSpan>('leak_last_look', isSpan, NEVER)
  const branch = branches.find(({ id }) => id === params.get('branch_id'))
  const zone = branch?.time_zone ?? LOCAL_ZONE
  const place = readLeakPlace(params, useToday(zone))
  const { branchId, from, to, line } = place
  useEffect(() => {
    if (online) keepLast({ branchId, from, to })
  }, [online, branchId, from, to, keepLast])
  const hasLook = last.from !== ''
  const span: LeakSpan = online || !hasLook ? { branchId, from, to } : last
  const change = (asked: Readonly<Record<string, string>>) =>
    setParams((now) => changeLeakParams(now, asked), { replace: !('p' in asked) })
  const branchName = branches.find(({ id }) => id === span.branchId)?.name ?? WORDS.allBranches
  return (
    <div className={classes.screen}>
      <PageHeader title={WORDS.title} subtitle={WORDS.subtitle}>
        <Select
          aria-label={WORDS.branch}
          data={[
            { value: '', label: WORDS.allBranches },
            ...branches.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={span.branchId ?? ''}
          onChange={(id) => change({ branch_id: id ?? '' })}
          allowDeselect={false}
          disabled={!online}
          w={200}
        />
        <div className={classes.days}>
          <DayRangeInput
            aria-label={WORDS.days}
            value={{ from: span.from, to: span.to }}
            onChange={(range) => {
              if (range.from !== undefined && range.to !== undefined)
                change({ from_date: range.from, to_date: range.to })
            }}
            ranges={RANGES}
            zone={zone}
            disabled={!online}
          />
        </div>
        <Tooltip label={WORDS.refresh}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={WORDS.refresh}
            onClick={() => setRound((n) => n + 1)}
          >
            <IconRefresh size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
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
