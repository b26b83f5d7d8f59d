import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import type { AsAt } from '#contract/calls/sales-records.ts'
import { AsAtLine, type AsAtLineProps } from '#src/parts/sales/AsAtLine.tsx'
import { type FilterField, FilterFields } from '#src/parts/sales/FilterFields.tsx'
import { type SalesColumn, SalesTable } from '#src/parts/sales/SalesTable.tsx'
import classes from '#src/parts/sales/sales.module.css'
import { Pager } from '#src/ui/list/Pager.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import type { SalesTabProps } from './tab-props.ts'
import { SALES_WORDS as WORDS } from './words.ts'

export interface ListTabProps<Row> extends Pick<SalesTabProps, 'place' | 'onChange' | 'isOnline'> {
  label: string
  fields: readonly FilterField[]
  columns: readonly SalesColumn<Row>[]
  rowId: (row: Row) => string
  list:
    | {
        result: {
          data: readonly Row[]
          page: { start: number; total: number; total_records: number; cur_page: number }
        }
        as_at: AsAt
        scope: AsAtLineProps['scope']
      }
    | undefined
  isStale: boolean
  error: Error | undefined
  onRetry: () => void
  empty: string
  /** The file exports of the list. */
  files: ReactNode
  /** Shown above the list. */
  children?: ReactNode
}

/**
 * A list of the report: its filters, file exports, rows with the totals of the whole list, pages and time of
 * the data.
 */
export function ListTab<Row>(props: ListTabProps<Row>) {
  const { place, onChange, isOnline, label, fields, columns, rowId, list, isStale, error } = props
  const rows = list?.result.data
  return (
    <Stack gap="sm">
      <FilterFields fields={fields} filter={place.filter} onChange={onChange} />
      <Group gap="xs">{props.files}</Group>
      {error && <ErrorNote title={WORDS.failed} message={error.message} onRetry={props.onRetry} />}
      {props.children}
      {!list && !error && isOnline && <SkeletonRows rows={10} />}
      {list && rows && (
        <div className={isStale ? classes.stale : undefined} aria-busy={isStale}>
          {rows.length === 0 && <EmptyState title={props.empty} hint={WORDS.emptyHint} />}
          {rows.length > 0 && (
            <SalesTable label={label} columns={columns} rows={rows} rowId={rowId} totalLabel={WORDS.total} />
          )}
          <Pager
            page={list.result.page}
            pageSize={place.pageSize}
            pageSizes={SALES_PAGE_SIZES}
            onPage={(p) => onChange({ p: String(p) })}
            onPageSize={(ps) => onChange({ ps: String(ps) })}
          />
          <AsAtLine asAt={list.as_at} scope={list.scope} />
        </div>
      )}
    </Stack>
  )
}
