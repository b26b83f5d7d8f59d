import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor, toMinor } from '#domain/money/minor-units.ts'
import { visitOpenMoney } from '#domain/money/visit-money.ts'
import { MONEY_STATE_TABLE, type MoneyState } from '#domain/status/money-state.ts'
import { listedAmounts } from '#src/parts/papers/listed-amounts.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import classes from './payments.module.css'
import { visitMoneyState } from './visit-money-state.ts'
import { PAYMENT_WORDS as WORDS } from './words.ts'

/** The payment status of a visit as a coloured word. */
export function PaymentBadge({ status }: { status: MoneyState }) {
  const { label, colour } = MONEY_STATE_TABLE[status]
  return <TintBadge colour={colour}>{label}</TintBadge>
}

type Figure = [label: string, value: string, isStrong?: boolean]

/** The price of the visit, the paid amount, and the open amounts of the patient and the scheme. */
export function MoneyFigures({ visit }: { visit: ShownPriced }) {
  const format = useMoneyFormat()
  const { decimals } = format
  const money = (amount: number) => formatMoney(amount, format)
  const minor = (amount: number) => money(fromMinor(amount, decimals))
  const { patientOwes, schemeOwes, toRefund, toReturn } = visitOpenMoney(visit, decimals)
  const hasScheme = visit.ref_dr_scheme_id !== null || schemeOwes > 0
  const listed = listedAmounts(visit, decimals)
  const settled = visit.settled ?? 0
  const figures: (Figure | false)[] = [
    [WORDS.charges, minor(listed.charges)],
    [WORDS.discount, minor(listed.discount)],
    [WORDS.net, money(visit.net_charges)],
    visit.patient_share < 100 && [WORDS.patientShare(visit.patient_share), minor(shareOf(visit, decimals))],
    [WORDS.paid, money(visit.paid)],
    settled > 0 && [WORDS.settled, money(settled)],
    [WORDS.patientOwes, minor(patientOwes), true],
    hasScheme && [WORDS.schemeOwes, minor(schemeOwes), true],
    toRefund > 0 && [WORDS.toRefund, minor(toRefund), true],
    toReturn > 0 && [WORDS.toReturn, minor(toReturn), true],
  ]
  const state = visitMoneyState(visit, decimals)
  return (
    <dl className={classes.figures} aria-label={WORDS.money}>
      {figures
        .filter((figure) => figure !== false)
        .map(([label, value, isStrong]) => (
          <div key={label} className={isStrong ? classes.strong : undefined}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      {state && (
        <div>
          <dt>{WORDS.status}</dt>
          <dd>
            <PaymentBadge status={state} />
          </dd>
        </div>
      )}
    </dl>
  )
}

const shareOf = ({ net_charges, patient_share }: ShownPriced, decimals: number) =>
  Math.round((toMinor(net_charges, decimals) * Math.round(patient_share * 100)) / 10_000)
