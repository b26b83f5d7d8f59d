import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { formatMoment } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import type { DashboardPartProps } from './Dashboard.tsx'
import { DashboardFilters } from './DashboardFilters.tsx'
import { DoctorCards } from './DoctorCards.tsx'
import classes from './dashboard.module.css'
import { StatusTiles } from './StatusTiles.tsx'
import { useFigures } from './use-figures.ts'
import { DASHBOARD_WORDS as WORDS } from './words.ts'

const moment = (at: string) => formatMoment(new Date(at), new Date(), branchZone())

/** The filters, a tile for each status, and a card for each doctor who signed a report. */
export function SummaryCard({ session, filter, isOnline, onChange }: DashboardPartProps) {
  const { figures, other, error, refresh } = useFigures(filter, isOnline)
  return (
    <Paper component="section" aria-labelledby="summary" className={classes.card}>
      <Title order={2} id="summary" size="h4" mb="xs">
        {WORDS.summary}
      </Title>
      <DashboardFilters filter={filter} isOnline={isOnline} onChange={onChange} onRefresh={refresh} />
      {error && isOnline && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      {figures ? (
        <>
          <StatusTiles session={session} filter={filter} summary={figures.summary} />
          <DoctorCards
            session={session}
            filter={filter}
            doctors={figures.by_reporting_doctors}
            onChange={onChange}
          />
          <Text size="xs" c="dimmed" mt="sm" role="status" className="tabular">
            {(isOnline ? WORDS.asAt : WORDS.kept)(moment(figures.as_at.at), figures.summary.All)}
          </Text>
        </>
      ) : (
        <Missing isOnline={isOnline && !error} keptAt={other?.as_at.at} />
      )}
    </Paper>
  )
}

/** Shown if there are no figures: a placeholder while they load, else the reason. */
function Missing({ isOnline, keptAt }: { isOnline: boolean; keptAt: string | undefined }) {
  if (isOnline) return <Skeleton height={176} mt="md" />
  return (
    <Text c="dimmed" mt="md" role="status">
      {keptAt ? WORDS.keptOther(moment(keptAt)) : WORDS.noneKept}
    </Text>
  )
}
