import { TextInput } from '@mantine/core'
import { changeOf } from '#domain/money/check-payment.ts'
import { formatMoney } from '#domain/money/currency.ts'
import { findMinor, fromMinor, minorToText } from '#domain/money/minor-units.ts'
import { isCash } from '#domain/money/payment-modes.ts'
import { isUpi } from '#domain/money/upi.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import classes from './payments.module.css'
import type { ErrorAt } from './row-errors.ts'
import type { PaymentRow, PaymentRows } from './use-payment-rows.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog
const UpiCode = lazyPart(() => import('./UpiCode.tsx').then((part) => ({ default: part.UpiCode })))
/** UPI supports only this currency. */
const UPI_CURRENCY = 'INR'

export interface PaymentExtrasProps {
  row: PaymentRow
  payment: Pick<PaymentRows, 'change'>
  errorAt: ErrorAt
  visit: Pick<ShownPriced, 'branch_id' | 'branch' | 'visit_no'>
}

/** Below Cash the amount handed over and the change, below UPI the QR code for its amount. */
export function PaymentExtras({ row, payment, errorAt, visit }: PaymentExtrasProps) {
  if (isCash(row.mode)) return <Tendered row={row} payment={payment} errorAt={errorAt} />
  return isUpi(row.mode) ? <Upi row={row} visit={visit} /> : null
}

function Tendered({ row, payment, errorAt }: Omit<PaymentExtrasProps, 'visit'>) {
  const format = useMoneyFormat()
  const change = changeOf(row, format.decimals)
  return (
    <div className={classes.tendered}>
      <TextInput
        label={WORDS.tendered}
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
        w={150}
        styles={{ input: { textAlign: 'end' } }}
        value={row.tendered}
        error={errorAt(row.mode, 'tendered')}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => payment.change(row.mode, { tendered: event.currentTarget.value })}
      />
      <span role="status" className="tabular">
        {WORDS.change}{' '}
        <strong>
          {change === undefined ? '–' : formatMoney(fromMinor(change, format.decimals), format)}
        </strong>
      </span>
    </div>
  )
}

function Upi({ row, visit }: Pick<PaymentExtrasProps, 'row' | 'visit'>) {
  const format = useMoneyFormat()
  const upiId = useBranches().find(({ id }) => id === visit.branch_id)?.upi_id ?? ''
  const minor = findMinor(row.amount, format.decimals)
  if (upiId === '' || format.currency !== UPI_CURRENCY || minor === undefined || minor <= 0) return null
  const amount = minorToText(minor, format.decimals)
  const shown = formatMoney(fromMinor(minor, format.decimals), format)
  return <UpiCode upiId={upiId} payee={visit.branch} amount={amount} note={visit.visit_no} shown={shown} />
}
