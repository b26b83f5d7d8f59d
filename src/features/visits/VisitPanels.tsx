import { useVisit } from '#src/sync/desk/use-visit.ts'
import type { ListedVisit } from '#src/sync/visits/pick-visits.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const BookingPanel = lazyPart(() =>
  import('#src/parts/booking/BookingPanel.tsx').then((part) => ({ default: part.BookingPanel })),
)
const VisitPanel = lazyPart(() =>
  import('#src/parts/visit-panel/VisitPanel.tsx').then((part) => ({ default: part.VisitPanel })),
)

/** The panel that is open over the list. */
export type OpenedPanel =
  | { kind: 'book' }
  | { kind: 'edit'; row: ListedVisit }
  | { kind: 'visit'; visitId: string; tab?: 1 | 3 }

export interface VisitPanelsProps {
  panel: OpenedPanel | undefined
  /** The branch for a new appointment. */
  branchId: string
  isRadiology: 0 | 1
  onPanel: (panel: OpenedPanel | undefined) => void
  /** Called when a panel was closed, so that the list shows its changes. */
  onClosed: () => void
}

/** The index of the payments tab in the visit panel. */
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

/** The form of a visit: this device's version, else the list's. */
function EditedVisit({ row, onClose }: { row: ListedVisit; onClose: () => void }) {
  const { visit, isLoading } = useVisit(row.id)
  if (isLoading) return null
  return <BookingPanel branchId={row.branch_id} visit={visit ?? row} onSaved={onClose} onClose={onClose} />
}
