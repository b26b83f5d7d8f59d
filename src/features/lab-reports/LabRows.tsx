import { Card, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { LabReportRow } from '#contract/calls/lab-reports.ts'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import classes from '#src/ui/list/list.module.css'
import { dayAndTime, labColumns, Reports } from './columns.tsx'
import { LAB_WORDS as WORDS } from './words.ts'

/** Below this width of the screen's column, the rows are shown as cards. */
const CARDS_BELOW = 620

export interface LabRowsProps {
  rows: readonly LabReportRow[]
  page: { start: number; total_records: number }
  width: number
  isOnline: boolean
}

const rowId = (row: LabReportRow) => row.id

/** The visits as a table or as cards; a row opens its newest report. */
export function LabRows({ rows, page, width, isOnline }: LabRowsProps) {
  const columns = useMemo(() => labColumns(isOnline), [isOnline])
  const open = ({ report_urls: [newest] }: LabReportRow) => {
    if (newest) window.open(newest, '_blank', 'noopener,noreferrer')
  }
  if (width > 0 && width < CARDS_BELOW) {
    return (
      <CardList
        label={WORDS.list}
        rows={rows}
        rowId={rowId}
        renderCard={(row) => <LabCard row={row} isOnline={isOnline} />}
      />
    )
  }
  return (
    <DataGrid
      label={WORDS.list}
      rows={rows}
      columns={columns}
      rowId={rowId}
      start={page.start}
      total={page.total_records}
      isOpenable={isOnline}
      onOpen={open}
    />
  )
}

function LabCard({ row, isOnline }: { row: LabReportRow; isOnline: boolean }) {
  const { pat_name, pat_id, visit_no, branch, start_dt } = row
  return (
    <Card withBorder padding="sm" className={classes.card}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{pat_name || WORDS.nameless}</Text>
        <Text c="dimmed">{visit_no}</Text>
      </Group>
      <Text c="dimmed" size="sm" mb={6}>
        {[pat_id, branch, dayAndTime(start_dt)].join(' · ')}
      </Text>
      <Reports row={row} isOnline={isOnline} />
    </Card>
  )
}
