import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { PAYMENT_STATUS_TABLE, type PaymentStatus } from '#domain/status/payment-status.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import type { ShownPriced } from '#src/sync/desk/shown.ts'
import { TintBadge } from '#src/ui/TintBadge.tsx'
import classes from './payments.module.css'
import { PAYMENT_WORDS as WORDS } from './words.ts'

/** How far a visit is paid, in its word and colour. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const { label, colour } = PAYMENT_STATUS_TABLE[status]
  return <TintBadge colour={colour}>{label}</TintBadge>
}

/** What the visit costs and what was paid. */
export function MoneyFigures({ visit }: { visit: ShownPriced }) {
  const format = useMoneyFormat()
  const money = (amount: number) => formatMoney(amount, format)
  const { decimals } = format
  const share = fromMinor(
    Math.round((toMinor(visit.net_charges, decimals) * visit.patient_share) / 100),
    decimals,
  )
  const figures: [string, string, boolean?][] = [
    [WORDS.charges, money(visit.charges)],
    [WORDS.discount, money(visit.discount)],
    [WORDS.net, money(visit.net_charges)],
    ...(visit.patient_share < 100
      ? ([[WORDS.patientShare(visit.patient_share), money(share)]] as [string, string][])
      : []),
    [WORDS.paid, money(visit.paid)],
    ...((visit.settled ?? 0) > 0 ? ([[WORDS.settled, money(visit.settled ?? 0)]] as [string, string][]) : []),
    [WORDS.balance, money(visit.balance), true],
  ]
  return (
    <dl className={classes.figures} aria-label={WORDS.money}>
      {figures.map(([label, value, isStrong]) => (
        <div key={label} className={isStrong ? classes.strong : undefined}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
      <div>
        <dt>{WORDS.status}</dt>
        <dd>
          <PaymentBadge status={visit.payment_status} />
        </dd>
      </div>
    </dl>
  )
}
