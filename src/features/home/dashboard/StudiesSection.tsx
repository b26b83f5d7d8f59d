import { Group, Paper, Pill, Text, Title } from '@mantine/core'
import { type CSSProperties, useMemo } from 'react'
import { REPORT_STATUS_TABLE } from '#domain/status/report-status.ts'
import { formatDate } from '#domain/time/formats.ts'
import { ExportButton } from '#src/parts/study-csv/ExportButton.tsx'
import { StudyTable } from '#src/parts/study-table/StudyTable.tsx'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useStudyList } from '#src/sync/studies/use-study-list.ts'
import { Pager } from '#src/ui/list/Pager.tsx'
import type { DashboardPartProps } from './Dashboard.tsx'
import classes from './dashboard.module.css'
import { tableInput } from './dashboard-filter.ts'
import { DASHBOARD_WORDS as WORDS } from './words.ts'

const CARDS_BELOW = 620

/** The studies behind the figures, for the chosen doctors, with a file export. */
export function StudiesSection({
  filter,
  isOnline,
  onChange,
  width,
}: DashboardPartProps & { width: number }) {
  const input = useMemo(() => tableInput(filter), [filter])
  const list = useStudyList(input)
  const { rows, page, coveredFrom } = list
  const isCards = width > 0 && width < CARDS_BELOW
  return (
    <Paper component="section" aria-labelledby="studies" className={classes.card}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Group gap="xs">
          <Title order={2} id="studies" size="h4">
            {WORDS.studies}
          </Title>
          {filter.doctorIds.length > 0 && <Text c="dimmed">{WORDS.ofDoctors(filter.doctorIds.length)}</Text>}
          {filter.status && (
            <Pill
              withRemoveButton
              onRemove={() => onChange({ status: undefined })}
              removeButtonProps={{
                'aria-label': WORDS.removeStatus,
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {REPORT_STATUS_TABLE[filter.status].label}
            </Pill>
          )}
        </Group>
        <ExportButton input={{ ...input, p: 1 }} isOnline={isOnline} fileName={WORDS.fileName} />
      </Group>
      {coveredFrom && (
        <Text size="sm" c="dimmed" mb="xs">
          {WORDS.coveredFrom(formatDate(coveredFrom, branchZone()))}
        </Text>
      )}
      <div
        className={classes.table}
        style={{ '--rows': rows.length } as CSSProperties}
        data-grid={(rows.length > 0 && !isCards) || undefined}
        aria-busy={list.isLoading}
      >
        <StudyTable list={list} width={width} />
      </div>
      {rows.length > 0 && (
        <Pager
          page={page}
          pageSize={filter.pageSize}
          mt={0}
          onPage={(p) => onChange({ p: p === 1 ? undefined : String(p) })}
          onPageSize={(ps) => onChange({ ps: String(ps) })}
        />
      )}
    </Paper>
  )
}
