import { Alert, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import type { PaymentMode } from '#domain/money/payment-modes.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { type Act, useAct } from '#src/ui/refusal/use-act.ts'
import { ModeRows } from './ModeRows.tsx'
import classes from './payments.module.css'
import { type ErrorAt, isRowField, rowErrors } from './row-errors.ts'
import type { PaymentRow, PaymentRows, RowFault } from './use-payment-rows.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog

export interface MoneyDialogProps {
  title: string
  payment: PaymentRows
  modes: readonly PaymentMode[]
  /** The label of the limit, and of the remainder. */
  labels: { limit: string; left: string; first?: readonly [label: string, minor: number] }
  /** A note to read before recording. */
  note?: string | undefined
  /** Chooses the record to which the money belongs, if there is a choice. */
  place?: ReactNode
  /** Further fields below the modes; `refused` contains the server's errors by field. */
  renderMore?: ((refused: Readonly<Record<string, string>>) => ReactNode) | undefined
  /** Names of the call's fields that `renderMore` shows. */
  moreFields?: readonly string[] | undefined
  /** Validates the further fields: returns the fault, or undefined. */
  checkMore?: (() => RowFault | undefined) | undefined
  /** Content below a row, by its mode. */
  renderBelow?: ((row: PaymentRow, errorAt: ErrorAt) => ReactNode) | undefined
  /** Insurers that a refund's Insurance row may name; undefined for every active scheme. */
  schemeIds?: readonly string[] | undefined
  /** Why it cannot be recorded now. */
  refusal?: string | undefined
  /** Records it; errors are shown, and the typed values stay. */
  onRecord: () => Promise<void>
  onClose: () => void
}

/** Modes with amounts, the running total and the remainder: Enter records, Escape closes. */
export function MoneyDialog(props: MoneyDialogProps) {
  const { title, payment, modes, labels, note, place, renderMore, renderBelow, schemeIds, refusal } = props
  const [box, act] = useAct()
  const { submit, refused, forget, isAtField } = useRecording(props, act)
  const errorAt = rowErrors(payment, refused.fields)
  const { fault } = payment
  return (
    <Dialog opened onClose={props.onClose} title={title} size="min(820px, 96vw)">
      <form onSubmit={submit} onChange={forget} noValidate>
        <Stack gap="md" ref={box}>
          {note !== undefined && (
            <Alert color="orange" role="status">
              {note}
            </Alert>
          )}
          {place}
          <ModeRows
            payment={payment}
            errorAt={errorAt}
            modes={modes}
            renderBelow={(row) => renderBelow?.(row, errorAt)}
            schemeIds={schemeIds}
          />
          {renderMore?.(refused.fields)}
          <Sums payment={payment} labels={labels} />
          <Group justify="flex-end">
            <RefusalLine words={fault ? [fault.words] : []} takesFocus={fault?.isWithoutField} />
            {!fault && <RefusalNote act={refused} isAtField={isAtField} />}
            <Button variant="default" onClick={props.onClose}>
              {PAYMENT_WORDS.back}
            </Button>
            <ReasonButton type="submit" loading={act.isBusy} reason={refusal}>
              {title}
            </ReasonButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useRecording({ payment, moreFields, refusal, checkMore, onRecord }: MoneyDialogProps, act: Act) {
  const [sentRows, setSentRows] = useState<PaymentRows['rows']>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (act.isBusy || refusal !== undefined) return
    if (!payment.check()) return act.refuse()
    const wrong = checkMore?.()
    if (wrong) {
      payment.blame(wrong)
      return act.refuse()
    }
    setSentRows(payment.rows)
    await act.run(onRecord)
  }
  return {
    submit: (event: FormEvent) => void submit(event),
    forget: () => {
      act.forget()
      payment.blame(undefined)
    },
    // A changed value was not the refused one.
    refused: sentRows === payment.rows ? act : { problem: undefined, fields: {} },
    isAtField: (name: string) => isRowField(name) || (moreFields?.includes(name) ?? false),
  }
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
