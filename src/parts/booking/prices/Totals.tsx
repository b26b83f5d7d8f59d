import { Group, Text } from '@mantine/core'
import type { Reckoning } from '../draft/reckon.ts'
import { BOOKING_WORDS as WORDS } from '../words.ts'
import { useMoney } from './use-money.ts'

/** Charges, discount and net of the booking. */
export function Totals({ reckoning: { charges, discount, net } }: { reckoning: Reckoning }) {
  const { format } = useMoney()
  return (
    <Group gap="md" className="tabular" aria-label={WORDS.total} role="group">
      <Text c="dimmed">
        {WORDS.charges} {format(charges)}
      </Text>
      {discount > 0 && (
        <Text c="dimmed">
          {WORDS.discount} {format(discount)}
        </Text>
      )}
      <Text fw={600} size="md">
        {WORDS.total} {format(net)}
      </Text>
    </Group>
  )
}
