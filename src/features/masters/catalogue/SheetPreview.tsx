import { Checkbox, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { SheetColumn } from '#domain/masters/sheet.ts'
import { DataGrid } from '#src/ui/grid/DataGrid.tsx'
import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import type { PreviewRow } from '#src/workers/excel-client.ts'
import classes from './catalogue.module.css'
import { IMPORT_WORDS as WORDS } from './words.ts'

export interface SheetPreviewProps {
  rows: readonly PreviewRow[]
  columns: readonly SheetColumn[]
  good: number
}

const rowId = ({ id }: PreviewRow) => id
const nothing = () => undefined

/** Every row of the sheet with its verdict: good, or why it stays behind. */
export function SheetPreview({ rows, columns, good }: SheetPreviewProps) {
  const bad = rows.length - good
  const [isOnlyBad, setOnlyBad] = useState(false)
  const shown = useMemo(
    () => (isOnlyBad ? rows.filter(({ faults }) => faults.length > 0) : rows),
    [rows, isOnlyBad],
  )
  const grid = useMemo(() => gridColumns(columns), [columns])
  return (
    <>
      <Group justify="space-between">
        <Text role="status">{WORDS.summary(good, bad)}</Text>
        {bad > 0 && (
          <Checkbox
            label={WORDS.onlyBad}
            checked={isOnlyBad}
            onChange={(event) => setOnlyBad(event.currentTarget.checked)}
          />
        )}
      </Group>
      <div className={classes.rows}>
        <DataGrid
          label={WORDS.preview}
          rows={shown}
          columns={grid}
          rowId={rowId}
          start={0}
          total={shown.length}
          isOpenable={false}
          onOpen={nothing}
        />
      </div>
    </>
  )
}

const gridColumns = (columns: readonly SheetColumn[]): GridColumn<PreviewRow>[] => [
  { id: 'line', header: WORDS.row, width: '64px', align: 'end', cell: ({ line }) => line },
  { id: 'verdict', header: WORDS.verdict, width: 'minmax(140px, 2fr)', cell: verdictOf },
  ...columns.map(({ name, title }, place) => ({
    id: name,
    header: title,
    width: place === 0 ? 'minmax(140px, 2fr)' : 'minmax(80px, 1fr)',
    // On a phone the verdict and the first two columns say which row it is.
    ...(place > 1 && { fromWidth: 700 }),
    cell: ({ cells }: PreviewRow) => cells[name] ?? '',
  })),
]

function verdictOf({ faults }: PreviewRow) {
  const words = faults.join('; ')
  return faults.length === 0 ? (
    <span className={classes.good}>{WORDS.good}</span>
  ) : (
    <span className={classes.bad} title={words}>
      {words}
    </span>
  )
}
