import { ActionIcon, Group, Table, Text, Tooltip } from '@mantine/core'
import { IconBan, IconReceipt } from '@tabler/icons-react'
import { moneyDays } from '#domain/money/business-day.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { DeliveryMark } from '#src/parts/delivery/DeliveryMark.tsx'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import stacked from '#src/ui/stacked-table.module.css'
import type { MoneyEntry } from './money-entries.ts'
import { NumberTwice } from './NumberTwice.tsx'
import classes from './payments.module.css'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.payments

export interface MoneyListProps {
  entries: readonly MoneyEntry[]
  zone: string
  /** Why an entry cannot be cancelled now; undefined if it can. */
  cancelRefusal: (entry: MoneyEntry) => string | undefined
  onView: (entry: MoneyEntry) => void
  onCancel: (entry: MoneyEntry) => void
}

/** Receipts and refunds of a visit with their numbers and delivery state. */
export function MoneyList({ entries, ...row }: MoneyListProps) {
  if (entries.length === 0) return <EmptyState title={WORDS.none} />
  return (
    <div className={stacked.wrap}>
      <Table verticalSpacing={6} className={`tabular ${stacked.table}`} aria-label={WORDS.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.no}</Table.Th>
            <Table.Th>{WORDS.mode}</Table.Th>
            <Table.Th ta="end">{WORDS.amount}</Table.Th>
            <Table.Th>{WORDS.when}</Table.Th>
            <Table.Th>{WORDS.status}</Table.Th>
            <Table.Th aria-label={WORDS.actions} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} {...row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

type EntryRowProps = Omit<MoneyListProps, 'entries'> & { entry: MoneyEntry }

function EntryRow({ entry, zone, ...acts }: EntryRowProps) {
  const format = useMoneyFormat()
  const { row, kind, isCancelled } = entry
  const amount = formatMoney(kind === 'refund' ? -row.amount : row.amount, format)
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {entry.number}
        </Text>
        {entry.printedAs !== '' && (
          <Text size="xs" c="dimmed">
            {entry.printedAs}
          </Text>
        )}
        <NumberTwice no={entry.number} twice={entry.twice} zone={zone} />
      </Table.Td>
      <Table.Td data-label={WORDS.mode}>
        <ModeOf entry={entry} />
      </Table.Td>
      <Table.Td ta="end" data-label={WORDS.amount} {...(isCancelled && { className: classes.cancelled })}>
        {amount}
      </Table.Td>
      <Table.Td data-label={WORDS.when}>
        {formatDateTime(new Date('taken_on' in row ? row.taken_on : row.created), zone)}
        <Text size="xs" c="dimmed">
          {row.created_by_name}
        </Text>
      </Table.Td>
      <Table.Td data-label={WORDS.status}>
        <StateOf entry={entry} zone={zone} />
      </Table.Td>
      <Table.Td>
        <EntryActs entry={entry} {...acts} />
      </Table.Td>
    </Table.Tr>
  )
}

function ModeOf({ entry: { row, kind } }: { entry: MoneyEntry }) {
  const scheme = 'payment_type_scheme' in row ? row.payment_type_scheme : ''
  const payer = 'payer' in row ? row.payer : ''
  const details = [scheme, payer, row.ref_no && WORDS.ref(row.ref_no), row.remarks]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      {kind === 'refund' && `${WORDS.refund}, `}
      {PAYMENT_MODE_LABELS[row.mode as PaymentMode] ?? row.mode}
      {details !== '' && (
        <Text size="xs" c="dimmed">
          {details}
        </Text>
      )}
    </>
  )
}

function StateOf({ entry: { row, aggregate, isCancelled }, zone }: { entry: MoneyEntry; zone: string }) {
  const { belongs_day: belongsTo } = moneyDays(row, zone)
  const isUnallocated = 'is_unallocated' in row && row.is_unallocated === 1 && !isCancelled
  return (
    <>
      <span className={classes.state}>
        <TintBadge colour={isCancelled ? 'red' : 'green'}>{row.status}</TintBadge>
        {isUnallocated && <TintBadge colour="orange">{PAYMENT_WORDS.unallocatedMark}</TintBadge>}
        {belongsTo !== null && <TintBadge colour="blue">{WORDS.belongsTo(formatDay(belongsTo))}</TintBadge>}
        <DeliveryMark aggregate={aggregate} />
      </span>
      {row.cancelled_on !== null && (
        <Text size="xs" c="dimmed">
          {WORDS.cancelled(row.cancelled_by_name, formatDateTime(new Date(row.cancelled_on), zone))}:{' '}
          {row.cancel_reason}
        </Text>
      )}
    </>
  )
}

function EntryActs({ entry, cancelRefusal, onView, onCancel }: Omit<EntryRowProps, 'zone'>) {
  const refusal = cancelRefusal(entry)
  const view = entry.kind === 'receipt' ? PAYMENT_WORDS.receipt : PAYMENT_WORDS.refundPaper
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={view}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${view} ${entry.number}`}
          onClick={() => onView(entry)}
        >
          <IconReceipt size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {!entry.isCancelled && (
        <Tooltip label={refusal ?? PAYMENT_WORDS.cancel}>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={PAYMENT_WORDS.cancelOf(entry.number)}
            aria-disabled={refusal !== undefined}
            data-disabled={refusal !== undefined || undefined}
            onClick={() => refusal === undefined && onCancel(entry)}
          >
            <IconBan size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}
