import { Card, Group, Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { CardList } from '#src/ui/grid/CardList.tsx'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import list from '#src/ui/list/list.module.css'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import classes from './booking-requests.module.css'
import { requestColumns, Tag, Visit, wantedText, wantsText } from './columns.tsx'
import { DocumentMark } from './RequestDocument.tsx'
import { RequestMenu } from './RequestMenu.tsx'
import { nameOf, type RequestActionKind } from './row-actions.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

/** Below this width of the screen's column, the rows are shown as cards. */
const CARDS_BELOW = 720

export type RunAction = (kind: RequestActionKind, row: BookingRow) => void

export interface RequestRowsProps {
  rows: readonly BookingRow[]
  page: { start: number; total_records: number }
  width: number
  isOnline: boolean
  onRun: RunAction
}

const rowId = (row: BookingRow) => row.id

/** The requests as a table or as cards; a row opens its visit if it has one, else the conversion. */
export function RequestRows({ rows, page, width, isOnline, onRun }: RequestRowsProps) {
  const columns = useMemo(() => requestColumns(rows[0]?.status), [rows])
  const run = useStableCallback<Parameters<RunAction>, void>(onRun)
  const menu = useCallback(
    (row: BookingRow) => <RequestMenu key={row.id} row={row} isOnline={isOnline} onRun={run} />,
    [isOnline, run],
  )
  if (width > 0 && width < CARDS_BELOW)
    return (
      <CardList
        label={WORDS.list}
        rows={rows}
        rowId={rowId}
        renderCard={(row) => <RequestCard row={row} menu={menu(row)} />}
      />
    )
  return (
    <DataGrid
      label={WORDS.list}
      rows={rows}
      columns={columns}
      rowId={rowId}
      start={page.start}
      total={page.total_records}
      onOpen={(row) => {
        if (row.appt_id !== null) run('open', row)
        else if (isOnline) run('convert', row)
      }}
      actions={menu}
      actionsLabel={WORDS.columns.done}
    />
  )
}

function RequestCard({ row, menu }: { row: BookingRow; menu: React.ReactNode }) {
  return (
    <Card withBorder padding="sm" className={list.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600}>{nameOf(row)}</Text>
        {menu}
      </Group>
      <Text c="dimmed" size="sm">
        {[row.pat_id, row.branch || WORDS.noBranch].filter(Boolean).join(' · ')} ·{' '}
        <span className={classes.together}>{wantedText(row)}</span>
      </Text>
      <Text size="sm">
        {wantsText(row)} <DocumentMark request={row} />
      </Text>
      <Group gap="xs" mt={4}>
        <Tag row={row} />
        <Visit row={row} />
      </Group>
    </Card>
  )
}
