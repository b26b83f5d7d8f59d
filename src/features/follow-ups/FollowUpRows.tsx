import { Card, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FollowUpRow } from '#contract/calls/follow-ups.ts'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import { useLeftRow } from '#src/ui/grid/left-row.ts'
import classes from '#src/ui/list/list.module.css'
import { askedText, dueText, FOLLOW_UP_COLUMNS, fateText, personText, StateBadge } from './cells.tsx'
import { FOLLOW_UPS_WORDS as WORDS } from './words.ts'

/** Below this width of the screen's column, the rows are shown as cards. */
const CARDS_BELOW = 620

export interface FollowUpRowsProps {
  rows: readonly FollowUpRow[]
  page: { start: number; total_records: number }
  width: number
  isOpenable: boolean
  onOpen: (row: FollowUpRow) => void
  /** Renders the actions of a row; must be stable between renders. */
  menu: (row: FollowUpRow) => ReactNode
}

const rowId = ({ id }: FollowUpRow) => id

/** The follow-ups as a table or as cards; a row opens the study that requested it. */
export function FollowUpRows({ rows, page, width, isOpenable, onOpen, menu }: FollowUpRowsProps) {
  const left = useLeftRow()
  const first = left && rows.find(({ study_id }) => study_id === left)?.id
  if (width > 0 && width < CARDS_BELOW)
    return (
      <CardList
        label={WORDS.list}
        rows={rows}
        rowId={rowId}
        first={first}
        renderCard={(row) => <FollowUpCard row={row}>{menu(row)}</FollowUpCard>}
      />
    )
  return (
    <DataGrid
      label={WORDS.list}
      rows={rows}
      columns={FOLLOW_UP_COLUMNS}
      rowId={rowId}
      start={page.start}
      total={page.total_records}
      firstActive={first}
      isOpenable={isOpenable}
      onOpen={onOpen}
      actions={menu}
      actionsLabel={WORDS.actions}
    />
  )
}

function FollowUpCard({ row, children }: { row: FollowUpRow; children: ReactNode }) {
  return (
    <Card withBorder padding="sm" className={classes.card}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{row.what}</Text>
        <Group gap={4} wrap="nowrap">
          <StateBadge row={row} />
          {children}
        </Group>
      </Group>
      <Text size="sm">{[dueText(row), fateText(row)].filter(Boolean).join(' · ')}</Text>
      <Text size="sm">{row.pat_name || WORDS.nameless}</Text>
      <Text c="dimmed" size="sm">
        {[personText(row), row.branch].filter(Boolean).join(' · ')}
      </Text>
      <Text c="dimmed" size="sm">
        {askedText(row)}
      </Text>
    </Card>
  )
}
