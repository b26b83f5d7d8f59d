import { ActionIcon, Chip, Group, Select, Stack, TextInput, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { needsScheme, PAYMENT_MODE_LABELS, type PaymentMode } from '#domain/money/payment-modes.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import classes from './payments.module.css'
import type { ErrorAt } from './row-errors.ts'
import type { PaymentRow, PaymentRows } from './use-payment-rows.ts'
import { PAYMENT_WORDS } from './words.ts'

const WORDS = PAYMENT_WORDS.dialog

export interface ModeRowsProps {
  payment: PaymentRows
  errorAt: ErrorAt
  /** The modes that this client offers. */
  modes: readonly PaymentMode[]
  /** Content below a row, by its mode. */
  renderBelow?: ((row: PaymentRow) => ReactNode) | undefined
  /** Insurers that can be chosen; undefined for every active scheme. */
  schemeIds?: readonly string[] | undefined
}

/** Chooses the modes of a payment or refund, with a row of fields for each. */
export function ModeRows({ payment, errorAt, modes, renderBelow, schemeIds }: ModeRowsProps) {
  const chosen = payment.rows.map(({ mode }) => mode)
  return (
    <Stack gap="sm">
      <Chip.Group
        multiple
        value={chosen}
        onChange={(next) => payment.choose(modes.filter((mode) => next.includes(mode)))}
      >
        <Group gap={6} role="group" aria-label={WORDS.modes}>
          {modes.map((mode) => (
            <Chip key={mode} value={mode} size="sm" radius="sm">
              {PAYMENT_MODE_LABELS[mode]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {payment.rows.map((row, at) => (
        <Fragment key={row.mode}>
          <ModeRow row={row} payment={payment} errorAt={errorAt} isFirst={at === 0} schemeIds={schemeIds} />
          {renderBelow?.(row)}
        </Fragment>
      ))}
    </Stack>
  )
}

interface ModeRowProps {
  row: PaymentRow
  payment: PaymentRows
  errorAt: ErrorAt
  isFirst: boolean
  schemeIds: readonly string[] | undefined
}

function ModeRow({ row, payment, errorAt, isFirst, schemeIds }: ModeRowProps) {
  const { mode } = row
  const label = PAYMENT_MODE_LABELS[mode]
  const change = (next: Partial<PaymentRow>) => payment.change(mode, next)
  return (
    <div className={classes.row}>
      <span className={classes.mode}>{label}</span>
      <TextInput
        aria-label={WORDS.amountOf(label)}
        placeholder={WORDS.amount}
        inputMode="decimal"
        autoComplete="off"
        className="tabular"
        styles={{ input: { textAlign: 'end' } }}
        value={row.amount}
        error={errorAt(mode, 'amount')}
        {...(isFirst && { 'data-autofocus': true })}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => change({ amount: event.currentTarget.value })}
      />
      <TextInput
        aria-label={WORDS.refOf(label)}
        placeholder={WORDS.ref}
        maxLength={100}
        value={row.refNo}
        onChange={(event) => change({ refNo: event.currentTarget.value })}
      />
      <TextInput
        aria-label={WORDS.remarksOf(label)}
        placeholder={WORDS.remarks}
        maxLength={500}
        value={row.remarks}
        onChange={(event) => change({ remarks: event.currentTarget.value })}
      />
      <Tooltip label={WORDS.removeOf(label)}>
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={WORDS.removeOf(label)}
          onClick={() => payment.choose(payment.rows.flatMap((one) => (one.mode === mode ? [] : [one.mode])))}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {needsScheme(mode) && (
        <SchemeSelect row={row} schemeIds={schemeIds} error={errorAt(mode, 'schemeId')} onChange={change} />
      )}
    </div>
  )
}

function SchemeSelect({
  row,
  schemeIds,
  error,
  onChange,
}: {
  row: PaymentRow
  schemeIds: readonly string[] | undefined
  error: string | boolean
  onChange: (change: Partial<PaymentRow>) => void
}) {
  // A past payer can be refunded, whether or not it is still active.
  const known = useMasters('paymentTypeScheme', schemeIds ? {} : { status: 1 }).rows
  const schemes = known.filter(({ id }) => schemeIds?.includes(id) ?? true)
  return (
    <Select
      className={classes.scheme}
      aria-label={WORDS.scheme}
      placeholder={WORDS.scheme}
      data={schemes.map(({ id, name }) => ({ value: id, label: name }))}
      value={row.schemeId}
      error={error}
      onChange={(schemeId) => onChange({ schemeId })}
      nothingFoundMessage={WORDS.noSchemes}
      searchable
      comboboxProps={{ withinPortal: true }}
    />
  )
}
