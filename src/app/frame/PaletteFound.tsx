import { canOpen } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { PalettePatients, PaletteVisits } from './PaletteRecords.tsx'
import { PaletteStudies } from './PaletteStudies.tsx'

const VisitPanel = lazyPart(() =>
  import('#src/parts/visit-panel/VisitPanel.tsx').then((part) => ({ default: part.VisitPanel })),
)

/** The panel of a found visit. */
export function PaletteVisit(props: { visitId: string; onClose: () => void }) {
  return <VisitPanel {...props} />
}

export interface PaletteFoundProps {
  listId: string
  session: SessionFields
  keyword: string
  onVisit: (visitId: string) => void
}

const findsVisits = (session: SessionFields) => canOpen(session, '/patients') || canOpen(session, '/visits')

/** True if a keyword can find more than screens for this person. */
export const findsRecords = (session: SessionFields): boolean =>
  findsVisits(session) || canOpen(session, '/archives')

/** What a keyword finds besides screens, within what this person may see. */
export function PaletteFound({ listId, session, keyword, onVisit }: PaletteFoundProps) {
  return (
    <>
      {canOpen(session, '/patients') && <PalettePatients keyword={keyword} />}
      {findsVisits(session) && <PaletteVisits keyword={keyword} onVisit={onVisit} />}
      {canOpen(session, '/archives') && (
        <PaletteStudies listId={listId} session={session} keyword={keyword} />
      )}
    </>
  )
}
