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
const MedicalHistoryTab = lazy(() =>
  import('../clinical/MedicalHistoryTab.tsx').then((part) => ({ default: part.MedicalHistoryTab })),
)
const PrescriptionTab = lazy(() =>
  import('../clinical/PrescriptionTab.tsx').then((part) => ({ default: part.PrescriptionTab })),
)
const InvestigationTab = lazy(() =>
  import('../clinical/InvestigationTab.tsx').then((part) => ({ default: part.InvestigationTab })),
)
const TreatmentPlanTab = lazy(() =>
  import('../clinical/TreatmentPlanTab.tsx').then((part) => ({ default: part.TreatmentPlanTab })),
)

/** The tabs whose parts are fetched when they are looked at. */
const LAZY_TABS = {
  3: PaymentsTab,
  4: MedicalHistoryTab,
  5: PrescriptionTab,
  6: InvestigationTab,
  7: TreatmentPlanTab,
} as const satisfies Record<Exclude<VisitTab, 1 | 2>, unknown>

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
  const Content = LAZY_TABS[tab]
  return (
    <Suspense fallback={<SkeletonRows rows={6} />}>
      <Content visit={visit} />
    </Suspense>
  )
}
