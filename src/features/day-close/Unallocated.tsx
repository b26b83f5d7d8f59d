import { Button, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { UnallocatedReceipt } from '#contract/calls/payments.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { useSession } from '#src/sync/session/session.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import classes from './day-close.module.css'
import { SettleDialog } from './SettleDialog.tsx'
import { DAY_CLOSE_WORDS } from './words.ts'

const WORDS = DAY_CLOSE_WORDS.unallocated

export interface UnallocatedProps {
  receipts: readonly UnallocatedReceipt[]
  zone: string
  onSettled: () => void
}

/** Overpayments that a person has to settle (docs/sync.md#accepted-and-flagged). */
export function Unallocated({ receipts, zone, onSettled }: UnallocatedProps) {
  const [settling, setSettling] = useState<UnallocatedReceipt>()
  if (receipts.length === 0) return <EmptyState title={WORDS.none} hint={WORDS.hint} />
  return (
    <>
      <Text c="dimmed">{WORDS.hint}</Text>
      <div className={classes.scroll}>
        <Table
          className="tabular"
          verticalSpacing={6}
          miw={720}
          aria-label={DAY_CLOSE_WORDS.tabs.unallocated}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{WORDS.number}</Table.Th>
              <Table.Th>{WORDS.patient}</Table.Th>
              <Table.Th>{WORDS.visit}</Table.Th>
              <Table.Th>{WORDS.taken}</Table.Th>
              <Table.Th ta="end">{WORDS.amount}</Table.Th>
              <Table.Th aria-label={WORDS.settle} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {receipts.map((receipt) => (
              <UnallocatedRow
                key={receipt.id}
                receipt={receipt}
                zone={zone}
                onSettle={() => setSettling(receipt)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {settling && (
        <SettleDialog
          receipt={settling}
          onSettled={() => {
            setSettling(undefined)
            onSettled()
          }}
          onClose={() => setSettling(undefined)}
        />
      )}
    </>
  )
}

interface UnallocatedRowProps {
  receipt: UnallocatedReceipt
  zone: string
  onSettle: () => void
}

function UnallocatedRow({ receipt, zone, onSettle }: UnallocatedRowProps) {
  const format = useMoneyFormat()
  const maySettle = useSession()?.modules.includes('close_any_day') ?? false
  return (
    <Table.Tr>
      <Table.Td>{receipt.receipt_no}</Table.Td>
      <Table.Td>
        {receipt.name}
        <Text size="xs" c="dimmed">
          {receipt.pat_id}
        </Text>
      </Table.Td>
      <Table.Td>{receipt.visit_no}</Table.Td>
      <Table.Td>
        {formatDateTime(new Date(receipt.taken_on), zone)}
        <Text size="xs" c="dimmed">
          {receipt.created_by_name}, {PAYMENT_MODE_LABELS[receipt.mode as PaymentMode] ?? receipt.mode}
        </Text>
      </Table.Td>
      <Table.Td ta="end">{formatMoney(receipt.amount, format)}</Table.Td>
      <Table.Td ta="end">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={WORDS.settleOf(receipt.receipt_no)}
          disabled={!maySettle}
          title={maySettle ? undefined : WORDS.refusal}
          onClick={onSettle}
        >
          {WORDS.settle}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
