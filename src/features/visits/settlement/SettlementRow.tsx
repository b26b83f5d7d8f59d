import { Table, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import type { SchemeInvoiceRow } from '#contract/calls/scheme-settlements.ts'
import { isChargeText } from '#domain/masters/charge-text.ts'
import { formatAmount, type MoneyFormat } from '#domain/money/currency.ts'
import type { SettlementProblem } from '#domain/money/settlement.ts'
import { formatDate } from '#domain/time/formats.ts'
import { SETTLEMENT_WORDS as WORDS } from './words.ts'

const NAMES = WORDS.columns
const AMOUNTS = [
  ['net', 'net_charges'],
  ['paid', 'paid'],
  ['patientOwes', 'patient_balance'],
  ['rest', 'rest'],
] as const

export interface SettlementRowProps {
  row: SchemeInvoiceRow
  typed: string
  zone: string
  format: MoneyFormat
  /** Whether invoices of several branches are settled. */
  hasBranch: boolean
  seesCommission: boolean
  problem: SettlementProblem | undefined
  onType: (id: string, text: string) => void
}

/** One invoice; its input accepts digits and a dot, and a blank input leaves the invoice out. */
export const SettlementRow = memo(function SettlementRow(props: SettlementRowProps) {
  const { row, typed, zone, format, hasBranch, seesCommission, problem, onType } = props
  return (
    <Table.Tr>
      <Table.Td>
        {row.visit_no}
        {hasBranch && (
          <Text size="xs" c="dimmed">
            {row.branch}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={NAMES.date}>{formatDate(new Date(row.start_dt), zone)}</Table.Td>
      <Table.Td data-label={NAMES.patient}>{row.pat_name}</Table.Td>
      {AMOUNTS.map(([label, key]) => (
        <Table.Td key={key} data-label={NAMES[label]} ta="end">
          {formatAmount(row[key], format)}
        </Table.Td>
      ))}
      {seesCommission && (
        <Table.Td data-label={NAMES.commission} ta="end">
          {formatAmount(row.commission ?? 0, format)}
        </Table.Td>
      )}
      <Table.Td data-label={NAMES.amount}>
        <TextInput
          id={inputId(row.appt_id)}
          aria-label={WORDS.amountOf(row.visit_no, row.pat_name)}
          size="xs"
          inputMode="decimal"
          autoComplete="off"
          styles={{ input: { textAlign: 'end' } }}
          value={typed}
          error={problem && `${NAMES.amount} ${WORDS.problems[problem]}`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ currentTarget: { value } }) => {
            if (isChargeText(value)) onType(row.appt_id, value)
          }}
        />
      </Table.Td>
    </Table.Tr>
  )
})

/** Returns the id of an invoice's input, to focus it. */
export const inputId = (visitId: string): string => `settlement-${visitId}`
