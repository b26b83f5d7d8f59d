import { Text } from '@mantine/core'
import { PAYMENT_STATUS_TABLE, type PaymentStatus } from '#domain/status/payment-status.ts'
import type { Shown } from '#src/sync/desk/shown.ts'
import type { VisitTab } from './visit-tabs.ts'
import { PANEL_WORDS as WORDS } from './words.ts'

export interface TabLabelProps {
  tab: VisitTab
  visit: Shown<'visit'>
  documents: number
}

/** What a tab is called, with how many documents there are and how far the visit is paid. */
export function TabLabel({ tab, visit, documents }: TabLabelProps) {
  if (tab === 1) return visit.is_radiology === 1 ? WORDS.examination : WORDS.services
  if (tab === 2) return WORDS.documents(documents)
  return tab === 3 ? <Payments status={visit.payment_status} /> : WORDS.clinical[tab]
}

function Payments({ status }: { status: PaymentStatus }) {
  const { label, colour } = PAYMENT_STATUS_TABLE[status]
  return (
    <>
      {WORDS.payments}{' '}
      <Text span size="sm" c={`${colour}.4`}>
        {label}
      </Text>
    </>
  )
}
