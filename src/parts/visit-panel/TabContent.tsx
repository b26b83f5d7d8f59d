import { lazy, Suspense } from 'react'
import type { Shown } from '#src/sync/desk/shown.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { DocumentBoard } from '../documents/DocumentBoard.tsx'
import type { DocumentDesk } from '../documents/document-desk.ts'
import { ExaminationTab } from './examination/ExaminationTab.tsx'
import type { VisitTab } from './visit-tabs.ts'

const PaymentsTab = lazy(() =>
  import('../payments/PaymentsTab.tsx').then((part) => ({ default: part.PaymentsTab })),
)

export interface TabContentProps {
  tab: VisitTab
  visit: Shown<'visit'>
  isOnDevice: boolean
  documents: DocumentDesk
}

/** One tab of a visit; money and what a doctor writes are fetched when they are looked at. */
export function TabContent({ tab, visit, isOnDevice, documents }: TabContentProps) {
  if (tab === 1) return <ExaminationTab visit={visit} isOnDevice={isOnDevice} />
  if (tab === 2) return <DocumentBoard desk={documents} />
  return (
    <Suspense fallback={<SkeletonRows rows={6} />}>
      <PaymentsTab visit={visit} />
    </Suspense>
  )
}
