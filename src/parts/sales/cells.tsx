import { Anchor } from '@mantine/core'
import { createContext, useContext } from 'react'
import { formatMoney } from '#domain/money/currency.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { TintBadge } from '#src/ui/TintBadge.tsx'
import { SALES_LIST_WORDS as WORDS } from './words.ts'

/** Writes an amount as the session writes money. */
export function useMoney(): (amount: number) => string {
  const format = useMoneyFormat()
  return (amount) => formatMoney(amount, format)
}

/** How far an invoice is paid, in words and colour. */
export const MoneyStatus = ({ look: { label, colour } }: { look: { label: string; colour: string } }) => (
  <TintBadge colour={colour}>{label}</TintBadge>
)

/** Opens a visit; undefined for who may not see visits. */
export const OpenVisit = createContext<((visitId: string) => void) | undefined>(undefined)

/** A visit's number, which opens the visit for who may see it. */
export function VisitLink({ visitId, visitNo }: { visitId: string; visitNo: string }) {
  const open = useContext(OpenVisit)
  if (!open) return visitNo
  return (
    <Anchor
      component="button"
      type="button"
      aria-label={WORDS.openVisit(visitNo)}
      onClick={() => open(visitId)}
    >
      {visitNo}
    </Anchor>
  )
}
