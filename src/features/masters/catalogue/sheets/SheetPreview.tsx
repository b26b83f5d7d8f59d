import { Checkbox, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { SheetColumn } from '#domain/masters/sheet.ts'
import type { PreviewRow } from '#src/workers/excel-client.ts'
import classes from '../catalogue.module.css'
import { IMPORT_WORDS as WORDS } from '../words.ts'

export interface SheetPreviewProps {
  rows: readonly PreviewRow[]
  columns: readonly SheetColumn[]
  good: number
}

const ROW_HEIGHT = 36
const PHONE = '(max-width: 48em)'

/** All rows of the sheet with a verdict: good, or the reason for leaving it out. Virtualised. */
export function SheetPreview({ rows, columns, good }: SheetPreviewProps) {
  const bad = rows.length - good
  const [isOnlyBad, setOnlyBad] = useState(false)
  const shown = useMemo(
    () => (isOnlyBad ? rows.filter(({ faults }) => faults.length > 0) : rows),
    [rows, isOnlyBad],
  )
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
      <Rows rows={shown} columns={columns} />
    </>
  )
}

function Rows({ rows, columns }: Omit<SheetPreviewProps, 'good'>) {
  const scroller = useRef<HTMLDivElement>(null)
  // On a phone, the verdict and the first column identify the row.
  const isPhone = useMediaQuery(PHONE)
  const others = isPhone ? '' : ` repeat(${columns.length - 1}, minmax(60px, 1fr))`
  const style = { gridTemplateColumns: `52px minmax(100px, 2fr) minmax(100px, 2fr)${others}` }
  // oxlint-disable-next-line react/incompatible-library -- nothing of the virtualizer is memoised or handed on
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="table"
      aria-label={WORDS.preview}
      aria-rowcount={rows.length + 1}
      // Focusable, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
    >
      <div className={classes.head} style={style} role="row" aria-rowindex={1}>
        {[WORDS.row, WORDS.verdict, ...columns.map(({ title }) => title)].map((title) => (
          <Text key={title} role="columnheader" size="sm" c="dimmed" className={classes.ellipsis}>
            {title}
          </Text>
        ))}
      </div>
      <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index] as PreviewRow
          return (
            <div
              key={row.id}
              role="row"
              aria-rowindex={index + 2}
              className={classes.line}
              style={{ ...style, height: size, transform: `translateY(${start}px)` }}
            >
              <span role="cell" className="tabular">
                {row.line}
              </span>
              <Verdict faults={row.faults} />
              {columns.map(({ name }) => (
                <span key={name} role="cell" className={classes.ellipsis} title={row.cells[name]}>
                  {row.cells[name]}
                </span>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Verdict({ faults }: Pick<PreviewRow, 'faults'>) {
  const words = faults.length === 0 ? WORDS.good : faults.join('; ')
  return (
    <span
      role="cell"
      className={`${classes.ellipsis} ${faults.length === 0 ? classes.good : classes.bad}`}
      title={words}
    >
      {words}
    </span>
  )
}
