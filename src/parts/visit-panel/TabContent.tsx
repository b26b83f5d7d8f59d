import type { Shown } from '#src/sync/desk/merged-record.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { DocumentBoard } from '../documents/DocumentBoard.tsx'
import type { RecordDocuments } from '../documents/record-documents.ts'
import { ExaminationTab } from './examination/ExaminationTab.tsx'
import type { VisitTab } from './visit-tabs.ts'

const WAITING = <SkeletonRows rows={6} />
const PaymentsTab = lazyPart(
  () => import('../payments/PaymentsTab.tsx').then((part) => ({ default: part.PaymentsTab })),
  WAITING,
)
const MedicalHistoryTab = lazyPart(
  () => import('./clinical/MedicalHistoryTab.tsx').then((part) => ({ default: part.MedicalHistoryTab })),
  WAITING,
)
const PrescriptionTab = lazyPart(
  () => import('./clinical/PrescriptionTab.tsx').then((part) => ({ default: part.PrescriptionTab })),
  WAITING,
)
const InvestigationTab = lazyPart(
  () => import('./clinical/InvestigationTab.tsx').then((part) => ({ default: part.InvestigationTab })),
  WAITING,
)
const TreatmentPlanTab = lazyPart(
  () => import('./clinical/TreatmentPlanTab.tsx').then((part) => ({ default: part.TreatmentPlanTab })),
  WAITING,
)

/** The tabs whose code loads when they are opened. */
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
  documents: RecordDocuments
}

/** One tab of a visit; payments and the doctor's tabs load when they are opened. */
export function TabContent({ tab, visit, isOnDevice, documents }: TabContentProps) {
  if (tab === 1) return <ExaminationTab visit={visit} isOnDevice={isOnDevice} />
  if (tab === 2) return <DocumentBoard recordDocuments={documents} />
  const Content = LAZY_TABS[tab]
  return <Content visit={visit} />
}
