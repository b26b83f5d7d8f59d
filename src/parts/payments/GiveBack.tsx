import { Alert, Group, Text } from '@mantine/core'
import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { visitOpenMoney } from '#domain/money/visit-money.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import type { ShownPriced } from '#src/sync/desk/merged-record.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { PAYMENT_WORDS as WORDS } from './words.ts'

export interface GiveBackProps {
  visit: ShownPriced
  /** Why no refund can be made now. */
  refusal: string | undefined
  onRefund: () => void
}

/** The refundable amount with its button; renders nothing if nobody overpaid. */
export function GiveBack({ visit, refusal, onRefund }: GiveBackProps) {
  const format = useMoneyFormat()
  const money = (minor: number) => formatMoney(fromMinor(minor, format.decimals), format)
  const { toRefund, toReturn } = visitOpenMoney(visit, format.decimals)
  if (toRefund + toReturn === 0) return null
  return (
    <Alert color="orange" role="status" title={`${WORDS.toRefund} ${money(toRefund + toReturn)}`}>
      <Group justify="space-between" gap="md">
        <div>
          {toRefund > 0 && <Text size="sm">{WORDS.toRefundHint}</Text>}
          {toReturn > 0 && <Text size="sm">{WORDS.toReturnHint(money(toReturn))}</Text>}
        </div>
        {toRefund > 0 && (
          <ReasonButton reason={refusal} onClick={onRefund}>
            {WORDS.refundOf(money(toRefund))}
          </ReasonButton>
        )}
      </Group>
    </Alert>
  )
}
