import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId } from 'react'
import type { SchemeInvoiceRow } from '#contract/calls/scheme-settlements.ts'
import type { MoneyFormat } from '#domain/money/currency.ts'
import { isSetOff, PAYMENT_MODE_LABELS, SETTLEMENT_MODES } from '#domain/money/payment-modes.ts'
import { SheetFoot } from '../sheet/SheetFoot.tsx'
import { inputId } from './SettlementRow.tsx'
import { SettlementTable } from './SettlementTable.tsx'
import own from './settlement.module.css'
import { type SettlementLine, type SettleRefusal, useSettlement } from './use-settlement.ts'
import { SETTLEMENT_WORDS as WORDS } from './words.ts'

export interface SettlementFormProps {
  invoices: readonly SchemeInvoiceRow[]
  format: MoneyFormat
  isOnline: boolean
  readAgain: () => void
  onCancel: () => void
  onSettled: (count: number) => void
}

/** The payment mode, reference and amounts of the invoices, and the Settle button. */
export function SettlementForm(props: SettlementFormProps) {
  const { invoices, format, isOnline, readAgain, onCancel, onSettled } = props
  const settlement = useSettlement({ invoices, decimals: format.decimals, readAgain, onSettled })
  const { lines, mode, refusal, isBusy } = settlement
  const modeId = useId()
  // Commission amounts are visible only to permitted persons.
  const seesCommission = invoices.every(({ commission }) => commission !== null)
  const modes = SETTLEMENT_MODES.filter((one) => seesCommission || !isSetOff(one))
  useEffect(() => {
    if (refusal?.id !== undefined) document.getElementById(inputId(refusal.id))?.focus()
    else if (refusal?.problem === 'mode') document.getElementById(modeId)?.focus()
  }, [refusal, modeId])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOnline) void settlement.settle()
  }
  const said = refusal && textOf(refusal, lines)
  return (
    <form noValidate aria-label={WORDS.title} onSubmit={submit}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <Select
            id={modeId}
            className={own.mode}
            label={WORDS.mode}
            required
            data={modes.map((value) => ({ value, label: PAYMENT_MODE_LABELS[value] }))}
            value={mode ?? null}
            openOnFocus={false}
            error={refusal?.problem === 'mode' && mode === undefined && WORDS.modeNeeded}
            onChange={(next) => settlement.chooseMode(modes.find((one) => one === next))}
          />
          <TextInput
            className={own.refNo}
            label={WORDS.refNo}
            autoComplete="off"
            maxLength={100}
            value={settlement.refNo}
            onChange={(event) => settlement.setRefNo(event.currentTarget.value)}
          />
          <TextInput
            className={own.remarks}
            label={WORDS.remarks}
            autoComplete="off"
            maxLength={500}
            value={settlement.remarks}
            onChange={(event) => settlement.setRemarks(event.currentTarget.value)}
          />
        </Group>
        {mode !== undefined && isSetOff(mode) && (
          <Text size="sm" c="dimmed">
            {WORDS.setOffNote}
          </Text>
        )}
        <SettlementTable
          lines={lines}
          mode={mode}
          count={settlement.count}
          totalMinor={settlement.totalMinor}
          seesCommission={seesCommission}
          format={format}
          onType={settlement.type}
        />
        <SheetFoot
          said={said}
          words={{ cancel: WORDS.cancel, submit: WORDS.settle, offline: WORDS.offline }}
          isOnline={isOnline}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}

/** Returns the alert's text for a refusal; a missing mode is shown at its field. */
function textOf(refusal: SettleRefusal, lines: readonly SettlementLine[]): string | undefined {
  switch (refusal.problem) {
    case 'server':
      return refusal.message
    case 'none':
      return WORDS.noAmount
    case 'mode':
      return undefined
    default: {
      const line = lines.find(({ id }) => id === refusal.id)
      return WORDS.problemOf(line?.row.visit_no ?? '', WORDS.problems[refusal.problem])
    }
  }
}
