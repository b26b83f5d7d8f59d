import { Group, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { salesCalls } from '#contract/calls/sales.ts'
import type { CollectionSummary } from '#contract/calls/sales-records.ts'
import { CsvButton } from '#src/parts/csv/CsvButton.tsx'
import { AsAtLine } from '#src/parts/sales/AsAtLine.tsx'
import { useMoney } from '#src/parts/sales/cells.tsx'
import { SalesTable } from '#src/parts/sales/SalesTable.tsx'
import classes from '#src/parts/sales/sales.module.css'
import { useSalesCall } from '#src/parts/sales/use-sales-call.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { modeColumns, personColumns } from './collection-columns.tsx'
import { collectionLines } from './collection-lines.ts'
import { userWiseCsv } from './sales-csv.ts'
import { inputOf, salesInput, salesLink, type TabFilter } from './sales-params.ts'
import type { SalesTabProps } from './tab-props.ts'
import { SALES_WORDS as WORDS } from './words.ts'

/** Billed and received amounts of the days: each figure links to the list that it is the sum of. */
export function CollectionTab({ place, onChange, isOnline, round }: SalesTabProps) {
  const { collectionSummary } = salesCalls
  const input = inputOf(collectionSummary, salesInput(place))
  const { answer, isStale, error, refresh } = useSalesCall(collectionSummary, input, isOnline, round)
  const includeFuture = place.filter.includeFutureReceipt === 'Y'
  return (
    <Stack gap="sm">
      <Switch
        label={WORDS.filters.includeFutureReceipt}
        checked={includeFuture}
        onChange={({ currentTarget: { checked } }) => onChange({ includeFutureReceipt: checked ? 'Y' : '' })}
      />
      {error && <ErrorNote title={WORDS.failed} message={error.message} onRetry={refresh} />}
      {!answer && !error && isOnline && <SkeletonRows rows={10} />}
      {answer && (
        <div className={isStale ? classes.stale : undefined} aria-busy={isStale}>
          <Summary summary={answer.result} place={place} includeFuture={includeFuture} />
          <AsAtLine asAt={answer.as_at} scope={answer.scope} />
        </div>
      )}
    </Stack>
  )
}

interface SummaryProps {
  summary: CollectionSummary
  place: SalesTabProps['place']
  includeFuture: boolean
}

function Summary({ summary, place, includeFuture }: SummaryProps) {
  const money = useMoney()
  const future = includeFuture ? 'Y' : 'N'
  const receipts = (filter: TabFilter) =>
    salesLink(place, 'receipts', { kind: 'All', includeFutureReceipt: future, ...filter })
  const modes = summary.total_received_mode_wise
  const people = summary.user_wise_received
  const hasHidden = people.some(({ hidden_discount }) => hidden_discount !== null)
  return (
    <div className={classes.panels}>
      <Panel title={WORDS.summary}>
        <div className={classes.lines}>
          {collectionLines(summary, includeFuture).map(({ id, label, amount, count, tab, filter }) => (
            <Link key={id} className={classes.line} to={salesLink(place, tab, filter)}>
              <span>
                {label}
                {count !== undefined && (
                  <Text span size="xs" c="dimmed">
                    {' '}
                    {WORDS.entries(count)}
                  </Text>
                )}
              </span>
              <span className={classes.amount}>{money(amount)}</span>
            </Link>
          ))}
        </div>
      </Panel>
      <Panel title={WORDS.byMode}>
        <SalesTable
          label={WORDS.byMode}
          isShort
          rows={modes}
          rowId={({ mode }) => mode}
          columns={modeColumns(money, (mode) => receipts({ mode }))}
        />
      </Panel>
      {summary.rcvd_between_dates.length > 0 && (
        <Panel title={WORDS.betweenDates}>
          <div className={classes.lines}>
            {summary.rcvd_between_dates.map(({ label, value, filterDate }) => (
              <Link key={label} className={classes.line} to={receipts(filterDate)}>
                <span>{label}</span>
                <span className={classes.amount}>{money(value)}</span>
              </Link>
            ))}
          </div>
        </Panel>
      )}
      <Panel
        title={WORDS.userWise}
        action={
          people.length > 0 && (
            <CsvButton fileName="user-wise-collection.csv" table={() => userWiseCsv(people, hasHidden)} />
          )
        }
      >
        <SalesTable
          label={WORDS.userWise}
          isShort
          rows={people}
          rowId={({ created_by, mode }) => `${created_by} ${mode}`}
          columns={personColumns(money, hasHidden, ({ mode, created_by }) =>
            receipts({ mode, ...(created_by === null ? {} : { created_by }) }),
          )}
        />
      </Panel>
    </div>
  )
}

function Panel({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2} size="h4">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  )
}
