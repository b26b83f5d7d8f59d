import { ActionIcon, Alert, Select, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { comparedRange } from '#domain/time/compared-range.ts'
import { formatDay } from '#domain/time/formats.ts'
import { useSession } from '#src/sync/session/session.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import classes from './bi.module.css'
import { opensEntries, opensVisits } from './entries-link.ts'
import {
  CasesPanel,
  GenderPanel,
  MachinesPanel,
  NewRepeatedPanel,
  type PanelProps,
  PaymentPanel,
  ReferrersPanel,
} from './panels.tsx'
import { type BiPlace, useBiPlace } from './use-bi-place.ts'
import { BI_WORDS as WORDS } from './words.ts'

const RANGES = ['Today', 'Yesterday', 'Week', 'Month', 'Year'] as const

/** The BI dashboard: seven panels of one branch, or of all, over a range of days. */
export default function Bi() {
  const session = useSession()
  const { shown, branches, zone, isOnline, hasFigures, change } = useBiPlace()
  const [round, setRound] = useState(0)
  const { branchId, from, to } = shown
  const compared = useMemo(() => comparedRange(from, to), [from, to])
  const place: BiPlace = { branchId, from, to, isOnline, round }
  const before: BiPlace = { ...place, from: compared.from, to: compared.to }
  const canOpen = session !== undefined && opensEntries(session)
  const canOpenVisits = session !== undefined && opensVisits(session)
  const panel: PanelProps = { place, before, compared, canOpen, canOpenVisits }
  const branchName = branches.find(({ id }) => id === branchId)?.name ?? WORDS.allBranches
  return (
    <>
      <PageHeader title={WORDS.title}>
        <Select
          aria-label={WORDS.branch}
          data={[
            { value: '', label: WORDS.allBranches },
            ...branches.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={branchId ?? ''}
          onChange={(id) => change({ branch_id: id ?? '' })}
          allowDeselect={false}
          disabled={!isOnline}
          w={200}
        />
        <div className={classes.days}>
          <DayRangeInput
            aria-label={WORDS.days}
            value={{ from, to }}
            onChange={(range) => {
              if (range.from !== undefined && range.to !== undefined)
                change({ from_date: range.from, to_date: range.to })
            }}
            ranges={RANGES}
            zone={zone}
            disabled={!isOnline}
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
      {!isOnline && (
        <Alert color="orange" mb="md">
          {hasFigures
            ? WORDS.offline(WORDS.days2(formatDay(from), formatDay(to)), branchName)
            : WORDS.offlineNone}
        </Alert>
      )}
      <div className={classes.panels}>
        <PaymentPanel {...panel} />
        <CasesPanel {...panel} />
        <MachinesPanel {...panel} />
        <NewRepeatedPanel {...panel} />
        <GenderPanel {...panel} />
        <ReferrersPanel {...panel} type="Doctor" />
        <ReferrersPanel {...panel} type="Hospital" />
      </div>
    </>
  )
}
