import { Card, Group, Stack, Text } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { copyIdOf, type RecordOf } from '#src/sync/masters/master-of.ts'
import { CardList } from '../grid/CardList.tsx'
import { DataGrid } from '../grid/DataGrid.tsx'
import type { GridColumn } from '../grid/grid-column.ts'
import type { Values } from './form-values.ts'
import classes from './master.module.css'
import { MASTER_WORDS as WORDS } from './words.ts'

/** Below this width the rows become cards. */
const CARDS_BELOW = 560
const PHONE = '(max-width: 36em)'

export interface MasterRowsProps<M extends AnyMaster> {
  label: string
  rows: readonly RecordOf<M>[]
  columns: readonly GridColumn<RecordOf<M>>[]
  start: number
  totalRecords: number
  actions: (row: RecordOf<M>) => ReactNode
  actionsWidth: number
  onOpen: (row: RecordOf<M>) => void
}

const rowId = (row: object) => copyIdOf(row as Values)

/** The rows of a list: a table, or cards if there is no room for one. */
export function MasterRows<M extends AnyMaster>(props: MasterRowsProps<M>) {
  const { label, rows, columns, start, totalRecords, actions, actionsWidth, onOpen } = props
  const { ref, width } = useElementSize<HTMLDivElement>()
  // Known from the first paint on, before anything is measured.
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const isNarrow = isPhone || (width > 0 && width < CARDS_BELOW)
  const inside = useRef<HTMLDivElement>(null)
  useFirstFocus(inside)
  return (
    <div ref={ref} className={classes.rows}>
      <div ref={inside} style={{ height: '100%' }}>
        {isNarrow ? (
          <CardList
            label={label}
            rows={rows}
            rowId={rowId}
            renderCard={(row) => <RowCard row={row} columns={columns} actions={actions} />}
          />
        ) : (
          <DataGrid
            label={label}
            rows={rows}
            columns={columns}
            rowId={rowId}
            start={start}
            total={totalRecords}
            onOpen={onOpen}
            actions={actions}
            actionsLabel={WORDS.actions}
            actionsWidth={actionsWidth}
          />
        )}
      </div>
    </div>
  )
}

/** In a dialog that has just opened, the rows get the keyboard focus, unless a field has it already. */
function useFirstFocus(inside: { current: HTMLElement | null }): void {
  useEffect(() => {
    const focused = document.activeElement
    if (focused?.closest('input, textarea, select') || !inside.current?.closest('[aria-modal="true"]')) return
    inside.current.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true })
  }, [inside])
}

interface RowCardProps<Row> {
  row: Row
  columns: readonly GridColumn<Row>[]
  actions: (row: Row) => ReactNode
}

function RowCard<Row>({ row, columns, actions }: RowCardProps<Row>) {
  const [first, ...others] = columns
  return (
    <Card withBorder padding="sm" radius="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} miw={0}>
          <Text fw={600} truncate>
            {first?.cell(row)}
          </Text>
          {others.map((column) => (
            <Text key={column.id} size="sm" c="dimmed" truncate component="div">
              {column.header}: {column.cell(row)}
            </Text>
          ))}
        </Stack>
        <Group gap={4} wrap="nowrap">
          {actions(row)}
        </Group>
      </Group>
    </Card>
  )
}
