import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SessionFields } from '#domain/access/session.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { useToday } from '#src/ui/time/use-today.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { type DashboardKey, readDashboardFilter } from './dashboard-filter.ts'
import { MonthsChart } from './MonthsChart.tsx'
import { StudiesSection } from './StudiesSection.tsx'
import { SummaryCard } from './SummaryCard.tsx'

export interface DashboardProps {
  session: SessionFields
}

/** The analytics dashboard: cases by status and doctor, their studies, and the last twelve months. */
export function Dashboard({ session }: DashboardProps) {
  const [params, setParams] = useSearchParams()
  const today = useToday(branchZone())
  const filter = useMemo(() => readDashboardFilter(params, today), [params, today])
  const { online } = useLink()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const change = useStableCallback((asked: Partial<Record<DashboardKey, string | undefined>>) =>
    setParams((now) => changeListParams(now, asked), { replace: true, preventScrollReset: true }),
  )
  const shared = { session, filter, isOnline: online, onChange: change }
  return (
    <div ref={ref}>
      <SummaryCard {...shared} />
      <StudiesSection {...shared} width={width} />
      <MonthsChart {...shared} params={params} />
    </div>
  )
}

/** The props of each part of the dashboard. */
export interface DashboardPartProps {
  session: SessionFields
  filter: ReturnType<typeof readDashboardFilter>
  isOnline: boolean
  onChange: (change: Partial<Record<DashboardKey, string | undefined>>) => void
}
