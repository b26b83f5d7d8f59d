import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import { AddendumDialog } from '#src/parts/addendum/AddendumDialog.tsx'
import type { DetailSource } from '#src/sync/reports/use-report.ts'
import { useAskedByKey } from './actions/use-asked-by-key.ts'
import { useRestore } from './history/use-restore.ts'
import { useStudyImages } from './parts/use-study-images.ts'
import { usePriorsView } from './priors/use-priors-view.ts'
import { ReportAside } from './ReportAside.tsx'
import type { Reading } from './reading/use-reading.ts'
import classes from './report.module.css'
import { SideColumn } from './SideColumn.tsx'
import { TextColumn } from './TextColumn.tsx'
import { TemplatesColumn } from './templates/TemplatesColumn.tsx'
import { useInsertTemplate } from './templates/use-insert-template.ts'
import { useReportWork } from './use-report-work.ts'
import { useSideColumns } from './use-side-columns.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import type { OpenReport } from './writer/use-open-report.ts'

export interface ReportBodyProps {
  detail: ReportDetail
  row: ReportRow | undefined
  from: DetailSource
  open: OpenReport
  reading: Reading
}

/** Templates, text, history and actions of one report. */
export function ReportBody(props: ReportBodyProps) {
  const { detail, row, from, open } = props
  const { writer } = open
  const { study } = detail
  const sides = useSideColumns()
  const work = useReportWork(props)
  const { isAiShown, actions, addendum, followUps, lockReason, toAiDraft } = work
  const { isFiled, isRevising } = work.state
  const { part, want, wantCursor } = work.place
  const images = useStudyImages(study.id)
  const priors = usePriorsView({
    studyId: study.id,
    sides,
    insert: (html) => open.editorOf(part)?.insertSentence(html),
    refusal: lockReason,
  })
  const asked = useAskedByKey({
    detail,
    isFiled,
    isAiShown,
    actions,
    sides,
    want,
    priors,
    followUps,
    toAiDraft,
  })
  const { insert, insertAndWrite } = useInsertTemplate({
    open,
    study,
    part,
    want,
    wantCursor,
    uncover: sides.uncover,
  })
  const restore = useRestore(open, isRevising)

  return (
    <div className={classes.body}>
      {!isFiled && (
        <SideColumn side="templates" sides={sides} title={WORDS.templates}>
          <TemplatesColumn
            study={study}
            refusal={lockReason}
            search={asked.search}
            onInsert={insert}
            onInsertFirst={insertAndWrite}
          />
        </SideColumn>
      )}
      <TextColumn
        {...{ detail, row, from, open, work, sides, images }}
        ownFollowUpAsked={asked.ownFollowUp}
        onTemplate={insert}
      />
      <SideColumn side="aside" sides={sides} title={WORDS.aside}>
        <ReportAside
          view={priors}
          writer={writer}
          rev={row?.rev ?? 0}
          studyId={study.id}
          reportId={writer.draft().report_id}
          loadImage={images.load}
          restoreRefusal={lockReason}
          onRestore={restore}
        />
      </SideColumn>
      <AddendumDialog
        detail={detail}
        reportId={row?.id}
        opened={addendum.isOpen}
        onClose={() => addendum.setOpen(false)}
      />
    </div>
  )
}
