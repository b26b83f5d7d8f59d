import { SegmentedControl } from '@mantine/core'
import { memo, useState } from 'react'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { HistoryColumn, type HistoryColumnProps } from '../history/HistoryColumn.tsx'
import { REPORT_WORDS as WORDS } from '../words.ts'

const WAITING = <SkeletonRows rows={4} height={44} />
const Comments = lazyPart(
  () => import('#src/parts/comments/Comments.tsx').then((module) => ({ default: module.Comments })),
  WAITING,
)
const Documents = lazyPart(
  () => import('#src/parts/documents/Documents.tsx').then((module) => ({ default: module.Documents })),
  WAITING,
)

const TABS = ['comments', 'documents', 'history'] as const
type AsideTab = (typeof TABS)[number]

export interface ReportAsideProps extends HistoryColumnProps {
  /** The report's revision: another one has another history. */
  rev: number
}

/** Comments, documents and history of the study beside the report's text (docs/reports.md#editor). */
export const ReportAside = memo(function ReportAside({ rev, ...history }: ReportAsideProps) {
  const [tab, setTab] = useState<AsideTab>('comments')
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
    </>
  )
})
