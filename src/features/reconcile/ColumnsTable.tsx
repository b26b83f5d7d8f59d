import { Table, VisuallyHidden } from '@mantine/core'
import { IconEqualNot } from '@tabler/icons-react'
import type { Reconciliation } from '#contract/calls/reconcile.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import stacked from '#src/ui/stacked-table.module.css'
import classes from './reconcile.module.css'
import { RECONCILE_WORDS as WORDS } from './words.ts'

const COLUMNS = ['drawers', 'receipts', 'collection', 'bi'] as const
type Amounts = Reconciliation['total']

/** One row per payment mode and one column per place; highlights differences from the receipts. */
export function ColumnsTable({ result: { modes, total } }: { result: Reconciliation }) {
  return (
    <div className={stacked.wrap}>
      <Table className={`tabular ${stacked.table}`} verticalSpacing={8} aria-label={WORDS.columnsTable}>
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
          {modes.map(({ mode, ...amounts }) => (
            <Row key={mode} label={PAYMENT_MODE_LABELS[mode as PaymentMode] ?? mode} amounts={amounts} />
          ))}
          <Row label={WORDS.total} amounts={total} isTotal />
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface RowProps {
  label: string
  amounts: Amounts
  isTotal?: boolean
}

function Row({ label, amounts, isTotal = false }: RowProps) {
  const format = useMoneyFormat()
  return (
    <Table.Tr {...(isTotal && { className: classes.strong })}>
      <Table.Td>{label}</Table.Td>
      {COLUMNS.map((column) => {
        const isOther = amounts[column] !== amounts.receipts
        return (
          <Table.Td
            key={column}
            ta="end"
            data-label={WORDS.columns[column]}
            {...(isOther && { className: classes.differs })}
          >
            {isOther && <IconEqualNot size={14} aria-hidden className={classes.mark} />}
            {formatMoney(amounts[column], format)}
            {isOther && <VisuallyHidden> {WORDS.differs}</VisuallyHidden>}
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}
