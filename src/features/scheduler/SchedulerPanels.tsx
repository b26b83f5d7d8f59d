import { useState } from 'react'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useOpenedVisit } from '#src/sync/desk/use-opened-visit.ts'
import { useTypedVisit } from '#src/sync/desk/use-visit.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import type { SchedulerParams } from './use-scheduler-params.ts'

const BookingPanel = lazyPart(() =>
  import('#src/parts/booking/BookingPanel.tsx').then((part) => ({ default: part.BookingPanel })),
)
const QuickBook = lazyPart(() =>
  import('#src/parts/booking/QuickBook.tsx').then((part) => ({ default: part.QuickBook })),
)
const VisitPanel = lazyPart(() =>
  import('#src/parts/visit-panel/VisitPanel.tsx').then((part) => ({ default: part.VisitPanel })),
)

/** The panel that is open over the scheduler. */
export type OpenedPanel =
  | { kind: 'book'; at?: { machineId: string; start: number } }
  | { kind: 'quick' }
  | { kind: 'visit'; visitId: string; tab?: 1 | 3 }

export interface SchedulerPanelsProps {
  place: SchedulerParams
  panel: OpenedPanel | undefined
  onPanel: (panel: OpenedPanel | undefined) => void
}

/** The index of the payments tab (docs/visits.md#visit-panel). */
const PAYMENTS = 3

/** The booking forms and the visit, over the scheduler. */
export function SchedulerPanels({ place, panel, onPanel }: SchedulerPanelsProps) {
  const { branchId, isRadiology, editId } = place
  const close = () => onPanel(undefined)
  const common = { branchId, isRadiology, onClose: close }
  return (
    <>
      {panel?.kind === 'book' && (
        <BookingPanel {...common} {...(panel.at && { at: panel.at })} onSaved={close} />
      )}
      {panel?.kind === 'quick' && (
        <QuickBook
          {...common}
          onBooked={close}
          onProceed={(visitId) => onPanel({ kind: 'visit', visitId, tab: PAYMENTS })}
        />
      )}
      {panel?.kind === 'visit' && <VisitPanel visitId={panel.visitId} tab={panel.tab ?? 1} onClose={close} />}
      {editId !== undefined && <EditedVisit key={editId} place={place} visitId={editId} />}
    </>
  )
}

/** The form of a visit named by the address: a refused booking, reopened from the Sync centre. */
function EditedVisit({ place, visitId }: { place: SchedulerParams; visitId: string }) {
  const typed = useTypedVisit(visitId)
  const opened = useOpenedVisit(visitId)
  // Read only once: data pulled later must not change a form that is being edited.
  const [first, setFirst] = useState<Shown<'visit'>>()
  const visit = first ?? typed.visit ?? (typed.isLoading ? undefined : opened.visit)
  if (visit && !first) setFirst(visit)
  const close = () => place.go({ edit: undefined })
  if (!visit) return null
  return <BookingPanel branchId={visit.branch_id} visit={visit} onSaved={close} onClose={close} />
}
