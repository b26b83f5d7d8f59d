import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PaletteDesk } from './PaletteDesk.tsx'
import { PaletteStudies } from './PaletteStudies.tsx'

const VisitPanel = lazyPart(() =>
  import('#src/parts/visit-panel/VisitPanel.tsx').then((part) => ({ default: part.VisitPanel })),
)

/** The panel of a visit that was found. */
export function PaletteVisit(props: { visitId: string; onClose: () => void }) {
  return <VisitPanel {...props} />
}

export interface PaletteFoundProps {
  listId: string
  session: SessionFields
  keyword: string
  onVisit: (visitId: string) => void
}

/** What a keyword finds beside screens, of what this person may see. */
export function PaletteFound({ listId, session, keyword, onVisit }: PaletteFoundProps) {
  return (
    <>
      {canOpen(session, '/patients') && <PaletteDesk keyword={keyword} onVisit={onVisit} />}
      {canOpen(session, '/archives') && (
        <PaletteStudies listId={listId} session={session} keyword={keyword} />
      )}
    </>
  )
}
