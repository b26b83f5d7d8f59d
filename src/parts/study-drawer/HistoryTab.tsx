import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { StudyRow } from '#contract/calls/studies.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useUnfiled } from '#src/sync/reports/use-unfiled.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { type History, useHistory } from '#src/sync/study-parts/use-history.ts'
import { StatusBadge } from '#src/ui/badges/StatusBadge.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { OpenImagesButton } from '../open-images/OpenImagesButton.tsx'
import { BesideReports } from './BesideReports.tsx'
import classes from './study-drawer.module.css'
import { DRAWER_WORDS as WORDS } from './words.ts'

const timeOf = (instant: string) => formatDateTime(new Date(instant), branchZone())

/** Other studies of the same person; report readers can show one beside this one. */
export function HistoryTab({ study }: { study: StudyRow }) {
  const history = useHistory(study)
  const [prior, setPrior] = useState<StudyRow>()
  const isImageOnly = useSession()?.view_image_only === 1
  if (history.isLoading) return <SkeletonRows rows={4} height={44} />
  return (
    <Stack gap="sm">
      {history.from === 'device' && <Alert color="gray">{WORDS.fromDevice}</Alert>}
      <Upcoming upcoming={history.upcoming} />
      {prior && <BesideReports study={study} prior={prior} onClose={() => setPrior(undefined)} />}
      {history.studies.length === 0 ? (
        <EmptyState title={WORDS.historyEmpty} hint={WORDS.historyEmptyHint} />
      ) : (
        <ul className={classes.rows} aria-label={WORDS.historyTitle}>
          {history.studies.map((row) => (
            <Prior
              key={row.id}
              row={row}
              isShown={row.id === prior?.id}
              onCompare={isImageOnly ? undefined : setPrior}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

interface PriorProps {
  row: StudyRow
  isShown: boolean
  /** Absent for people who read no reports. */
  onCompare: ((row: StudyRow | undefined) => void) | undefined
}

function Prior({ row, isShown, onCompare }: PriorProps) {
  const { isStatusHere } = useUnfiled(row.id)
  const name = [row.modality, row.study_desc].filter(Boolean).join(' · ')
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <StatusBadge status={row.status} isUnfiled={isStatusHere} size="sm" />
        <div className={classes.grow}>
          <Text size="sm" truncate>
            {name}
          </Text>
          <Text c="dimmed" size="xs" className="tabular">
            {[timeOf(row.study_datetime ?? row.received_datetime), row.accession_no, row.branch]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <OpenImagesButton study={row} />
        {onCompare && (
          <Button
            size="xs"
            variant={isShown ? 'light' : 'default'}
            aria-pressed={isShown}
            aria-label={isShown ? WORDS.compareStop : WORDS.compareWith(name)}
            onClick={() => onCompare(isShown ? undefined : row)}
          >
            {isShown ? WORDS.compareStop : WORDS.compare}
          </Button>
        )}
        <Button component={Link} to={`/study/${row.id}`} size="xs" variant="default">
          {WORDS.openPrior}
        </Button>
      </div>
    </li>
  )
}

function Upcoming({ upcoming }: Pick<History, 'upcoming'>) {
  if (upcoming.length === 0) return null
  return (
    <section aria-label={WORDS.upcoming}>
      <Title order={3} size="h6" mb={6}>
        {WORDS.upcoming}
      </Title>
      <ul className={classes.rows}>
        {upcoming.map((visit) => (
          <li key={visit.id}>
            <Text size="sm" className="tabular">
              {[timeOf(visit.start_dt), visit.visit_no, visit.branch].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
