import { Anchor } from '@mantine/core'
import { createContext, useContext } from 'react'
import { formatMoney } from '#domain/money/currency.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { TintBadge } from '#src/ui/badges/TintBadge.tsx'
import { SALES_LIST_WORDS as WORDS } from './words.ts'

/** Returns a formatter for amounts in the session's money format. */
export function useMoney(): (amount: number) => string {
  const format = useMoneyFormat()
  return (amount) => formatMoney(amount, format)
}

/** The payment status of an invoice as a coloured word. */
export const MoneyStatus = ({ look: { label, colour } }: { look: { label: string; colour: string } }) => (
  <TintBadge colour={colour}>{label}</TintBadge>
)

/** Opens a visit; undefined for people who may not see visits. */
export const OpenVisit = createContext<((visitId: string) => void) | undefined>(undefined)

/** A visit's number; a link for people who may see the visit. */
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
