import { useVisit } from '#src/sync/desk/use-visit.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const BookingPanel = lazyPart(() =>
  import('#src/parts/booking/BookingPanel.tsx').then((part) => ({ default: part.BookingPanel })),
)
const VisitPanel = lazyPart(() =>
  import('#src/parts/visit-panel/VisitPanel.tsx').then((part) => ({ default: part.VisitPanel })),
)

/** What lies over the list. */
export type OpenedPanel =
  | { kind: 'book' }
  | { kind: 'edit'; row: ListedVisit }
  | { kind: 'visit'; visitId: string; tab?: 1 | 3 }

export interface VisitPanelsProps {
  panel: OpenedPanel | undefined
  /** Where a new appointment is booked. */
  branchId: string
  isRadiology: 0 | 1
  onPanel: (panel: OpenedPanel | undefined) => void
  /** A panel was closed: what it did shows in the list. */
  onClosed: () => void
}

/** The tab of the payments in the visit panel. */
export const PAYMENTS_TAB = 3

/** The appointment form and the visit, over the list. */
export function VisitPanels({ panel, branchId, isRadiology, onPanel, onClosed }: VisitPanelsProps) {
  const close = () => {
    onPanel(undefined)
    onClosed()
  }
  if (panel?.kind === 'book')
    return (
      <BookingPanel
        branchId={branchId}
        isRadiology={isRadiology}
        onSaved={close}
        onProceed={(visitId) => onPanel({ kind: 'visit', visitId, tab: PAYMENTS_TAB })}
        onClose={close}
      />
    )
  if (panel?.kind === 'edit') return <EditedVisit row={panel.row} onClose={close} />
  if (panel?.kind === 'visit')
    return <VisitPanel visitId={panel.visitId} tab={panel.tab ?? 1} onClose={close} />
  return null
}

/** The form of a visit as this device has it, else as the list has it. */
function EditedVisit({ row, onClose }: { row: ListedVisit; onClose: () => void }) {
  const { visit, isLoading } = useVisit(row.id)
  if (isLoading) return null
  return <BookingPanel branchId={row.branch_id} visit={visit ?? row} onSaved={onClose} onClose={onClose} />
}
