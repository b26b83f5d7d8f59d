import { Select, SimpleGrid } from '@mantine/core'
import { setDiscount, setHead } from '../draft/change-draft.ts'
import { PERCENT_DECIMALS } from '../draft/reckon.ts'
import type { Booking } from '../use-booking.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import { AmountInput } from './AmountInput.tsx'
import { useDiscountHeads } from './use-discount-heads.ts'

export interface DiscountFieldsProps {
  booking: Booking
  error?: string | undefined
}

/**
 * Head, percent and amount: both spread over the services again; both are disabled without a head that grants a
 * discount.
 */
export function DiscountFields({ booking, error }: DiscountFieldsProps) {
  const { draft, change, reckoning, isDiscountOpen, decimals } = booking
  const heads = useDiscountHeads()
  const typed = (kind: 'percent' | 'amount') => (text: string) =>
    change((now) => setDiscount(now, { kind, typed: text }))
  const description = isDiscountOpen ? undefined : WORDS.discountClosed
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      <Select
        label={WORDS.discountHead}
        placeholder={WORDS.none}
        data={heads.map(({ id, label }) => ({ value: id, label }))}
        value={draft.headId}
        onChange={(id) => {
          const percent = heads.find((head) => head.id === id)?.percent ?? 0
          change((now) => setHead(now, id, percent))
        }}
        clearable
        searchable
      />
      <AmountInput
        label={WORDS.discountPercent}
        value={reckoning.percentText}
        decimals={PERCENT_DECIMALS}
        disabled={!isDiscountOpen}
        title={description}
        error={error}
        onChange={typed('percent')}
      />
      <AmountInput
        label={WORDS.discountAmount}
        value={reckoning.amountText}
        decimals={decimals}
        disabled={!isDiscountOpen}
        title={description}
        onChange={typed('amount')}
      />
    </SimpleGrid>
  )
}
