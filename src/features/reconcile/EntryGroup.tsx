import { Anchor, Table, Text } from '@mantine/core'
import type { ReconcileEntry, Reconciliation } from '#contract/calls/reconcile.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import stacked from '#src/ui/stacked-table.module.css'
import classes from './reconcile.module.css'
import { RECONCILE_WORDS as WORDS } from './words.ts'

interface Opens {
  zone: string
  onOpenVisit: (visitId: string) => void
}

export interface EntryGroupProps extends Opens {
  group: Reconciliation['differences'][number] | Reconciliation['notes'][number]
}

const HEADS = ['what', 'patient', 'mode', 'person', 'at'] as const

/** One reason with its sum; its entries open their visits. */
export function EntryGroup({ group: { kind, count, amount, entries }, ...open }: EntryGroupProps) {
  const format = useMoneyFormat()
  const title = WORDS.groups[kind]
  return (
    <details className={classes.group}>
      <summary className={classes.summary}>
        <span>
          <span className={classes.strong}>{title}</span>{' '}
          <Text span c="dimmed" size="sm">
            {WORDS.entries(count)}
          </Text>
        </span>
        <span className={`${classes.strong} tabular`}>{formatMoney(amount, format)}</span>
      </summary>
      <Text c="dimmed" size="sm">
        {WORDS.hints[kind]}
      </Text>
      <div className={stacked.wrap}>
        <Table className={`tabular ${stacked.table}`} verticalSpacing={6} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {HEADS.map((head) => (
                <Table.Th key={head}>{WORDS.entry[head]}</Table.Th>
              ))}
              <Table.Th ta="end">{WORDS.entry.amount}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <EntryRow key={`${entry.id} ${entry.side}`} entry={entry} {...open} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {count > entries.length && <Text c="dimmed">{WORDS.more(count - entries.length)}</Text>}
    </details>
  )
}

function EntryRow({ entry, zone, onOpenVisit }: Opens & { entry: ReconcileEntry }) {
  const format = useMoneyFormat()
  const { visit_id: visitId } = entry
  return (
    <Table.Tr>
      <Table.Td>
        <span className={classes.what}>
          {WORDS.entry.kinds[entry.kind]} {entry.no}
          {entry.side === 'Cancelled' && <TintBadge colour="red">{WORDS.entry.cancelled}</TintBadge>}
          {entry.belongs_day !== null && (
            <TintBadge colour="blue">{WORDS.entry.belongs(formatDay(entry.belongs_day))}</TintBadge>
          )}
        </span>
        {entry.remarks !== '' && (
          <Text size="xs" c="dimmed">
            {entry.remarks}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={WORDS.entry.patient}>
        {visitId !== null && (
          <>
            {entry.pat_name}{' '}
            <Anchor
              component="button"
              onClick={() => onOpenVisit(visitId)}
              aria-label={WORDS.entry.open(entry.visit_no)}
            >
              {entry.visit_no}
            </Anchor>
          </>
        )}
      </Table.Td>
      <Table.Td data-label={WORDS.entry.mode}>
        {PAYMENT_MODE_LABELS[entry.mode as PaymentMode] ?? entry.mode}
      </Table.Td>
      <Table.Td data-label={WORDS.entry.person}>{entry.person}</Table.Td>
      <Table.Td data-label={WORDS.entry.at}>{formatDateTime(new Date(entry.at), zone)}</Table.Td>
      <Table.Td ta="end" data-label={WORDS.entry.amount}>
        {formatMoney(entry.amount, format)}
      </Table.Td>
    </Table.Tr>
  )
}
