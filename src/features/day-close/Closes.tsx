import { Button, Table, Text } from '@mantine/core'
import type { DayClose } from '#contract/calls/payments.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import classes from './day-close.module.css'
import { DAY_CLOSE_WORDS } from './words.ts'

const WORDS = DAY_CLOSE_WORDS.closes

export interface ClosesProps {
  closes: readonly DayClose[]
  zone: string
  onPrint: (close: DayClose) => void
}

/** Earlier closes of the person, newest first. */
export function Closes({ closes, zone, onPrint }: ClosesProps) {
  const format = useMoneyFormat()
  if (closes.length === 0) return <EmptyState title={WORDS.none} hint={WORDS.noneHint} />
  return (
    <div className={classes.scroll}>
      <Table className="tabular" verticalSpacing={6} miw={720} aria-label={DAY_CLOSE_WORDS.tabs.closes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{DAY_CLOSE_WORDS.day}</Table.Th>
            <Table.Th>{WORDS.closedOn}</Table.Th>
            <Table.Th ta="end">{WORDS.recorded}</Table.Th>
            <Table.Th ta="end">{DAY_CLOSE_WORDS.counted}</Table.Th>
            <Table.Th ta="end">{DAY_CLOSE_WORDS.difference}</Table.Th>
            <Table.Th>{DAY_CLOSE_WORDS.note}</Table.Th>
            <Table.Th aria-label={WORDS.print} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {closes.map((close) => (
            <Table.Tr key={close.id}>
              <Table.Td>{formatDay(close.day)}</Table.Td>
              <Table.Td>
                {formatDateTime(new Date(close.closed_on), zone)}
                <Text size="xs" c="dimmed">
                  {WORDS.by(close.closed_by)}
                </Text>
              </Table.Td>
              <Table.Td ta="end">{formatMoney(close.recorded_cash, format)}</Table.Td>
              <Table.Td ta="end">
                {formatMoney(close.counted_cash, format)}
                {close.first_counted !== null && close.counts > 1 && (
                  <Text size="xs" c="dimmed">
                    {WORDS.first(formatMoney(close.first_counted, format), close.counts)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end" {...(close.difference !== 0 && { c: 'orange.4', fw: 600 })}>
                {formatMoney(close.difference, format)}
              </Table.Td>
              <Table.Td maw={260}>{close.note}</Table.Td>
              <Table.Td ta="end">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={WORDS.printOf(formatDay(close.day))}
                  onClick={() => onPrint(close)}
                >
                  {WORDS.print}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
