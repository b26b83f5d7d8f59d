import { Table, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import type { CashPaidVisit } from '#contract/calls/hidden-discounts.ts'
import { isChargeText } from '#domain/masters/charge-text.ts'
import { formatAmount, type MoneyFormat } from '#domain/money/currency.ts'
import type { DiscountProblem } from '#domain/money/hidden-discount.ts'
import { formatDate } from '#domain/time/formats.ts'
import { HIDDEN_DISCOUNT_WORDS as WORDS } from './words.ts'

const NAMES = WORDS.columns
const AMOUNTS = [
  ['net', 'net_charges'],
  ['paid', 'paid'],
  ['cash', 'cash'],
] as const

export interface DiscountRowProps {
  visit: CashPaidVisit
  typed: string
  zone: string
  format: MoneyFormat
  /** Whether visits of several branches are listed. */
  hasBranch: boolean
  problem: DiscountProblem | undefined
  onType: (id: string, text: string) => void
}

/** One cash-paid visit; its input accepts digits and a dot. */
export const DiscountRow = memo(function DiscountRow(props: DiscountRowProps) {
  const { visit, typed, zone, format, hasBranch, problem, onType } = props
  const name = WORDS.discountOf(visit.visit_no, visit.pat_name)
  return (
    <Table.Tr>
      <Table.Td>
        {visit.visit_no}
        {hasBranch && (
          <Text size="xs" c="dimmed">
            {visit.branch}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={NAMES.date}>{formatDate(new Date(visit.start_dt), zone)}</Table.Td>
      <Table.Td data-label={NAMES.patient}>{visit.pat_name}</Table.Td>
      {AMOUNTS.map(([label, key]) => (
        <Table.Td key={key} data-label={NAMES[label]} ta="end">
          {formatAmount(visit[key], format)}
        </Table.Td>
      ))}
      <Table.Td data-label={NAMES.discount}>
        <TextInput
          id={inputId(visit.appt_id)}
          aria-label={name}
          size="xs"
          inputMode="decimal"
          autoComplete="off"
          styles={{ input: { textAlign: 'end' } }}
          value={typed}
          error={problem && `${NAMES.discount} ${WORDS.problems[problem]}`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ currentTarget: { value } }) => {
            if (isChargeText(value)) onType(visit.appt_id, value)
          }}
        />
      </Table.Td>
      <Table.Td data-label={NAMES.reason}>{visit.reason}</Table.Td>
    </Table.Tr>
  )
})

/** Returns the id of a visit's input, to focus it. */
export const inputId = (visitId: string): string => `special-discount-${visitId}`
