import { Button, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { type OpenRefund, paymentCalls } from '#contract/calls/payments.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { formatDay } from '#domain/time/formats.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { useKeptCall } from '#src/sync/api/use-kept-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { VisitStatusBadge } from '#src/ui/badges/VisitStatusBadge.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from './day-close.module.css'
import { DAY_CLOSE_WORDS } from './words.ts'

const WORDS = DAY_CLOSE_WORDS.refunds
/** The index of the visit's payments tab, in which refunds are made. */
const PAYMENTS = 3

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))

/** Visits of a branch with money to refund, oldest first; each opens at its payments. */
export function OpenRefunds({ branchId }: { branchId: string }) {
  const { online } = useLink()
  const [opened, setOpened] = useState<string>()
  const { answer, error, refresh } = useKeptCall(
    paymentCalls.openRefunds,
    { branch_id: branchId },
    { isWanted: online, news: String(online), keptAs: undefined },
  )
  const close = () => {
    setOpened(undefined)
    refresh()
  }
  const list = answer?.result
  return (
    <>
      <Text c="dimmed">{WORDS.hint}</Text>
      {error && online && <ErrorNote title={WORDS.unread} message={error.message} onRetry={refresh} />}
      {!list && !error && <SkeletonRows rows={3} />}
      {list?.visits.length === 0 && <EmptyState title={WORDS.none} />}
      {list && list.visits.length > 0 && <Refunds visits={list.visits} onOpen={setOpened} />}
      {list?.is_whole === 0 && <Text c="dimmed">{WORDS.cut(list.visits.length)}</Text>}
      {opened !== undefined && <VisitPanel visitId={opened} tab={PAYMENTS} onClose={close} />}
    </>
  )
}

interface RefundsProps {
  visits: readonly OpenRefund[]
  onOpen: (visitId: string) => void
}

function Refunds({ visits, onOpen }: RefundsProps) {
  const format = useMoneyFormat()
  const { decimals } = format
  const money = (amount: number) => (amount === 0 ? '–' : formatMoney(amount, format))
  const sum = (field: 'to_refund' | 'to_return') =>
    money(
      fromMinor(
        visits.reduce((total, visit) => total + toMinor(visit[field], decimals), 0),
        decimals,
      ),
    )
  return (
    <section className={classes.scroll} aria-label={DAY_CLOSE_WORDS.tabs.refunds} tabIndex={0}>
      <Table className="tabular" verticalSpacing={6} miw={720} aria-label={DAY_CLOSE_WORDS.tabs.refunds}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.patient}</Table.Th>
            <Table.Th>{WORDS.visit}</Table.Th>
            <Table.Th>{WORDS.status}</Table.Th>
            <Table.Th>{WORDS.since}</Table.Th>
            <Table.Th ta="end">{WORDS.toRefund}</Table.Th>
            <Table.Th ta="end">{WORDS.toReturn}</Table.Th>
            <Table.Th aria-label={WORDS.open} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {visits.map((visit) => (
            <Table.Tr key={visit.id}>
              <Table.Td>
                {visit.name}
                <Text size="xs" c="dimmed">
                  {visit.pat_id}
                </Text>
              </Table.Td>
              <Table.Td>{visit.visit_no}</Table.Td>
              <Table.Td>
                <VisitStatusBadge status={visit.status} />
              </Table.Td>
              <Table.Td>{visit.last_money_day === null ? '–' : formatDay(visit.last_money_day)}</Table.Td>
              <Table.Td ta="end">{money(visit.to_refund)}</Table.Td>
              <Table.Td ta="end">{money(visit.to_return)}</Table.Td>
              <Table.Td ta="end">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={WORDS.openOf(visit.visit_no)}
                  onClick={() => onOpen(visit.id)}
                >
                  {WORDS.open}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr className={classes.strong}>
            <Table.Td colSpan={4}>{WORDS.total}</Table.Td>
            <Table.Td ta="end">{sum('to_refund')}</Table.Td>
            <Table.Td ta="end">{sum('to_return')}</Table.Td>
            <Table.Td />
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </section>
  )
}
