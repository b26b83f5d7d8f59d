import { SegmentedControl } from '@mantine/core'
import { memo } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { HistoryColumn, type HistoryColumnProps } from './history/HistoryColumn.tsx'
import { PriorsColumn } from './priors/PriorsColumn.tsx'
import type { PriorsView } from './priors/use-priors-view.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import type { ReportWriter } from './writer/report-writer.ts'

const WAITING = <SkeletonRows rows={4} height={44} />
const Comments = lazyPart(
  () => import('#src/parts/comments/Comments.tsx').then((module) => ({ default: module.Comments })),
  WAITING,
)
const Documents = lazyPart(
  () => import('#src/parts/documents/Documents.tsx').then((module) => ({ default: module.Documents })),
  WAITING,
)

const TABS = ['comments', 'documents', 'history', 'priors'] as const
export type AsideTab = (typeof TABS)[number]

export interface ReportAsideProps extends HistoryColumnProps {
  /** The report's revision: another revision has another history. */
  rev: number
  /** Which tab is shown, and what the priors tab shows. */
  view: PriorsView
  writer: ReportWriter
}

/** Comments, documents, history and prior studies next to the report's text (docs/reports.md#editor). */
export const ReportAside = memo(function ReportAside({ rev, view, writer, ...history }: ReportAsideProps) {
  const { tab, setTab } = view
  const { studyId } = history
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        mb="sm"
        aria-label={WORDS.asideTabs}
        value={tab}
        onChange={(value) => setTab(value)}
        data={TABS.map((value) => ({ value, label: WORDS[value] }))}
      />
      {tab === 'comments' && <Comments studyId={studyId} />}
      {tab === 'documents' && <Documents studyId={studyId} />}
      {tab === 'history' && <HistoryColumn key={rev} {...history} />}
      {tab === 'priors' && (
        <PriorsColumn
          studyId={studyId}
          writer={writer}
          view={view}
          loadImage={history.loadImage}
          insertRefusal={history.restoreRefusal}
        />
      )}
    </>
  )
})
