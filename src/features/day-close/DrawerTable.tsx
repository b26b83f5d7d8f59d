import { Table } from '@mantine/core'
import type { DrawerMode } from '#contract/calls/payments.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import classes from './day-close.module.css'
import { DAY_CLOSE_WORDS as WORDS } from './words.ts'

const COLUMNS = ['receipts', 'received', 'refunds', 'refunded', 'takenBack', 'net'] as const

export interface DrawerTableProps {
  modes: readonly DrawerMode[]
  /** Hides the cash because nobody has counted it. */
  isBlind: boolean
}

/** Recorded amounts by payment mode. */
export function DrawerTable({ modes, isBlind }: DrawerTableProps) {
  const format = useMoneyFormat()
  const money = (amount: number) => formatMoney(amount, format)
  if (modes.length === 0 && isBlind) return <EmptyState title={WORDS.blind} hint={WORDS.blindHint} />
  if (modes.length === 0) return <EmptyState title={WORDS.nothing} hint={WORDS.nothingHint} />
  const sum = (field: 'received' | 'refunded' | 'taken_back' | 'net') =>
    money(
      fromMinor(
        modes.reduce((total, mode) => total + toMinor(mode[field], format.decimals), 0),
        format.decimals,
      ),
    )
  const count = (field: 'receipts' | 'refunds') => modes.reduce((total, mode) => total + mode[field], 0)
  return (
    <section className={classes.scroll} aria-label={WORDS.recorded} tabIndex={0}>
      <Table className="tabular" verticalSpacing={8} miw={560} aria-label={WORDS.recorded}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.columns.mode}</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column} ta="end">
                {WORDS.columns[column]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {modes.map((row) => (
            <Table.Tr key={row.mode}>
              <Table.Td>{PAYMENT_MODE_LABELS[row.mode as PaymentMode] ?? row.mode}</Table.Td>
              <Table.Td ta="end">{row.receipts}</Table.Td>
              <Table.Td ta="end">{money(row.received)}</Table.Td>
              <Table.Td ta="end">{row.refunds}</Table.Td>
              <Table.Td ta="end">{money(row.refunded)}</Table.Td>
              <Table.Td ta="end">{money(row.taken_back)}</Table.Td>
              <Table.Td ta="end">{money(row.net)}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr className={classes.strong}>
            <Table.Td>{WORDS.total}</Table.Td>
            <Table.Td ta="end">{count('receipts')}</Table.Td>
            <Table.Td ta="end">{sum('received')}</Table.Td>
            <Table.Td ta="end">{count('refunds')}</Table.Td>
            <Table.Td ta="end">{sum('refunded')}</Table.Td>
            <Table.Td ta="end">{sum('taken_back')}</Table.Td>
            <Table.Td ta="end">{sum('net')}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </section>
  )
}
