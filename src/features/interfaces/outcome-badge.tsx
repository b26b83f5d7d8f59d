import { EXCHANGE_OUTCOME_LABELS, type ExchangeOutcome } from '#domain/exchange/kinds.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'

const COLOURS: Readonly<Record<ExchangeOutcome, string>> = {
  ok: 'green',
  repeat: 'gray',
  refused: 'orange',
  failed: 'red',
}

/** Shows the outcome of an exchange as a coloured word. */
export function OutcomeBadge({ outcome }: { outcome: ExchangeOutcome }) {
  return (
    <TintBadge colour={COLOURS[outcome]} size="sm">
      {EXCHANGE_OUTCOME_LABELS[outcome]}
    </TintBadge>
  )
}
