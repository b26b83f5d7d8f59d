import { Alert, Text } from '@mantine/core'
import type { MonthCheck } from '#contract/calls/month-lock.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { formatMonthText } from '#domain/time/formats.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { RECONCILE_WORDS } from './words.ts'

const WORDS = RECONCILE_WORDS.months

/** Shows whether the figures of a locked month are still the same. */
export function MonthNote({ check: { lock, now, is_same, are_invoices_same } }: { check: MonthCheck }) {
  const format = useMoneyFormat()
  const month = formatMonthText(lock.month)
  const money = ({ invoices }: MonthCheck['now']['totals']) => formatMoney(invoices.net_charges, format)
  return (
    <Alert color={is_same === 1 ? 'green' : 'red'} role="status">
      <Text>{is_same === 1 ? WORDS.same(month, lock.rows) : WORDS.changed(month)}</Text>
      {are_invoices_same === 0 && <Text>{WORDS.invoices(money(lock.totals), money(now.totals))}</Text>}
    </Alert>
  )
}
