import { Text } from '@mantine/core'
import { MONEY_STATE_TABLE } from '#domain/status/money-state.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { visitMoneyState } from '#src/parts/payments/visit-money-state.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import type { VisitTab } from './visit-tabs.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

export interface TabLabelProps {
  tab: VisitTab
  visit: Shown<'visit'>
  documents: number
}

/** The label of a tab, with the number of documents or the payment status. */
export function TabLabel({ tab, visit, documents }: TabLabelProps) {
  if (tab === 1) return visit.is_radiology === 1 ? WORDS.examination : WORDS.services
  if (tab === 2) return WORDS.documents(documents)
  return tab === 3 ? <Payments visit={visit} /> : WORDS.clinical[tab]
}

function Payments({ visit }: Pick<TabLabelProps, 'visit'>) {
  const state = visitMoneyState(visit, useMoneyFormat().decimals)
  if (!state) return <>{WORDS.payments}</>
  const { label, colour } = MONEY_STATE_TABLE[state]
  return (
    <>
      {WORDS.payments}{' '}
      <Text span size="sm" c={`${colour}.4`}>
        {label}
      </Text>
    </>
  )
}
