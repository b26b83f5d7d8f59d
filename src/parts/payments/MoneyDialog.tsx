import { Alert, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import type { PaymentMode } from '#domain/money/payment-modes.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ModeRows } from './ModeRows.tsx'
import classes from './payments.module.css'
import type { PaymentRow, PaymentRows } from './use-payment-rows.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog

export interface MoneyDialogProps {
  title: string
  payment: PaymentRows
  modes: readonly PaymentMode[]
  /** What the limit is called, and what is left of it. */
  labels: { limit: string; left: string; first?: readonly [label: string, minor: number] }
  /** What a person must know before recording. */
  note?: string | undefined
  /** What it is recorded for, where that can be chosen. */
  place?: ReactNode
  /** What else is asked, below the modes. */
  more?: ReactNode
  /** Checks what else is asked: the words of what is wrong, or undefined. */
  checkMore?: (() => string | undefined) | undefined
  /** What stands below a row of its mode. */
  renderBelow?: ((row: PaymentRow) => ReactNode) | undefined
  /** Insurers that a row of Insurance may name in a refund; undefined for every scheme in use. */
  schemeIds?: readonly string[] | undefined
  /** Why it cannot be recorded now. */
  refusal?: string | undefined
  /** Records it; what it throws is shown, and what was typed stays. */
  onRecord: () => Promise<void>
  onClose: () => void
}

/** Modes with amounts, the running total and what is left: Enter records, Escape closes. */
export function MoneyDialog(props: MoneyDialogProps) {
  const { title, payment, modes, labels, note, place, more, renderBelow, schemeIds, refusal, onClose } = props
  const { submit, isBusy, failure } = useRecording(props)
  return (
    <Dialog opened onClose={onClose} title={title} size="min(820px, 96vw)">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {note !== undefined && (
            <Alert color="orange" role="status">
              {note}
            </Alert>
          )}
          {place}
          <ModeRows payment={payment} modes={modes} renderBelow={renderBelow} schemeIds={schemeIds} />
          {more}
          <Sums payment={payment} labels={labels} />
          <p className={classes.problem} role="alert">
            {payment.problem ?? failure ?? ''}
          </p>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {PAYMENT_WORDS.back}
            </Button>
            <Button type="submit" loading={isBusy} disabled={refusal !== undefined} title={refusal}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useRecording({ payment, refusal, checkMore, onRecord }: MoneyDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    if (isBusy || refusal !== undefined || !payment.check()) return
    const wrong = checkMore?.()
    if (wrong !== undefined) return setFailure(wrong)
    setBusy(true)
    try {
      await onRecord()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return { submit: (event: FormEvent) => void submit(event), isBusy, failure }
}

function Sums({ payment, labels }: Pick<MoneyDialogProps, 'payment' | 'labels'>) {
  const format = useMoneyFormat()
  const money = (minor: number) => formatMoney(fromMinor(minor, format.decimals), format)
  const sums = [
    ...(labels.first ? [[labels.first[0], money(labels.first[1])]] : []),
    [labels.limit, money(payment.limit.limit)],
    [WORDS.total, money(payment.total)],
    [labels.left, money(payment.left)],
  ]
  return (
    <div className={classes.sums} role="status" aria-label={WORDS.total}>
      {sums.map(([label, value]) => (
        <span key={label} className="tabular">
          {label} <strong>{value}</strong>
        </span>
      ))}
    </div>
  )
}
