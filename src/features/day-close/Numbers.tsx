import { Alert, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { paymentCalls, type SeriesNumber } from '#contract/calls/payments.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import type { QuickRange } from '#domain/time/quick-ranges.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from './day-close.module.css'
import { DAY_CLOSE_WORDS } from './words.ts'

const WORDS = DAY_CLOSE_WORDS.numbers
const SPANS: readonly QuickRange[] = ['Today', 'Yesterday', 'Week', 'Month']

export interface NumbersProps {
  branchId: string
  day: string
  zone: string
}

/** All receipt and refund numbers between two days with their outcome, without gaps. */
export function Numbers({ branchId, day, zone }: NumbersProps) {
  const [span, setSpan] = useState({ from: day, to: day })
  const asked = { branch_id: branchId, from_date: span.from, to_date: span.to }
  const place = { isWanted: true, news: '', keptAs: undefined }
  const { answer, error, refresh } = useKeptCall(paymentCalls.series, asked, place)
  const found = answer?.result
  return (
    <>
      <DayRangeInput
        zone={zone}
        ranges={SPANS}
        value={span}
        onChange={({ from, to }) => from && to && setSpan({ from, to })}
      />
      {error && <ErrorNote message={wordsOf(error)} onRetry={refresh} />}
      {!found && !error && <SkeletonRows rows={6} />}
      {found?.gaps.map((gap) => (
        <Alert key={`${gap.kind} ${gap.first}`} color="yellow" role="note">
          {WORDS.gap(
            gap.first,
            gap.last,
            formatDateTime(new Date(gap.restored), zone),
            formatDateTime(new Date(gap.backup), zone),
          )}
        </Alert>
      ))}
      {found && found.numbers.length === 0 && <EmptyState title={WORDS.none} />}
      {found && found.numbers.length > 0 && (
        <>
          <Alert color={found.is_whole === 1 ? 'green' : 'red'} role="status">
            {found.is_whole === 1 ? WORDS.whole : WORDS.missing(found.missing.join(', '))}
          </Alert>
          <NumberTable numbers={found.numbers} zone={zone} />
        </>
      )}
    </>
  )
}

// Only the span of days can be refused.
const wordsOf = (error: Error) =>
  error instanceof ApiError && error.fields?.to_date ? `${WORDS.to} ${error.fields.to_date}` : error.message

function NumberTable({ numbers, zone }: { numbers: readonly SeriesNumber[]; zone: string }) {
  const format = useMoneyFormat()
  return (
    <section className={classes.scroll} aria-label={DAY_CLOSE_WORDS.tabs.numbers} tabIndex={0}>
      <Table className="tabular" verticalSpacing={6} miw={720} aria-label={DAY_CLOSE_WORDS.tabs.numbers}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.number}</Table.Th>
            <Table.Th>{WORDS.kind}</Table.Th>
            <Table.Th>{WORDS.status}</Table.Th>
            <Table.Th ta="end">{WORDS.amount}</Table.Th>
            <Table.Th>{WORDS.created}</Table.Th>
            <Table.Th>{WORDS.reason}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {numbers.map((one) => (
            <Table.Tr key={`${one.kind} ${one.no}`}>
              <Table.Td>{one.no}</Table.Td>
              <Table.Td>{WORDS.kinds[one.kind]}</Table.Td>
              <Table.Td>{one.status}</Table.Td>
              <Table.Td ta="end">{formatMoney(one.amount, format)}</Table.Td>
              <Table.Td>
                {formatDateTime(new Date(one.created), zone)}
                <Text size="xs" c="dimmed">
                  {one.created_by}
                </Text>
              </Table.Td>
              <Table.Td maw={260}>{one.reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
