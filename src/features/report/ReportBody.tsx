import { useCallback, useRef, useState } from 'react'
import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import { AddendumDialog } from '#src/parts/addendum/AddendumDialog.tsx'
import { isAddendumOffered } from '#src/parts/addendum/addendum-rule.ts'
import type { AiDraftHandle } from '#src/parts/ai-draft/AiDraftPanel.tsx'
import type { DetailSource } from '#src/sync/reports/use-report.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { ActionBar } from './actions/ActionBar.tsx'
import { useAskedByKey } from './actions/use-asked-by-key.ts'
import { useReportActions } from './actions/use-report-actions.ts'
import { UndecidedAiNote } from './ai-draft/UndecidedAiNote.tsx'
import { useAiDraft } from './ai-draft/use-ai-draft.ts'
import { OpenFieldsNote } from './checks/OpenFieldsNote.tsx'
import { DeliveryState } from './delivery/DeliveryState.tsx'
import { DictationBar } from './dictation/DictationBar.tsx'
import { FollowUpStrip } from './follow-ups/FollowUpStrip.tsx'
import { useFollowUps } from './follow-ups/use-follow-ups.ts'
import { useRestore } from './history/use-restore.ts'
import { OwnText } from './OwnText.tsx'
import { useStudyImages } from './parts/use-study-images.ts'
import { useWantedPart } from './parts/use-wanted-part.ts'
import { usePriorsView } from './priors/use-priors-view.ts'
import { ReportAside } from './ReportAside.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportNotes } from './ReportNotes.tsx'
import type { Reading } from './reading/use-reading.ts'
import classes from './report.module.css'
import { SideColumn } from './SideColumn.tsx'
import { TemplatesColumn } from './templates/TemplatesColumn.tsx'
import { useInsertTemplate } from './templates/use-insert-template.ts'
import { StudyTools } from './tools/StudyTools.tsx'
import { useAiView } from './use-ai-view.ts'
import { useReportState } from './use-report-state.ts'
import { useSideColumns } from './use-side-columns.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import type { OpenReport } from './writer/use-open-report.ts'

const AiResult = lazyPart(
  () => import('#src/parts/ai/AiResult.tsx').then((module) => ({ default: module.AiResult })),
  <SkeletonRows rows={6} />,
)

export interface ReportBodyProps {
  detail: ReportDetail
  row: ReportRow | undefined
  from: DetailSource
  open: OpenReport
  reading: Reading
}

/** Templates, text, history and actions of one report. */
export function ReportBody({ detail, row, from, open, reading }: ReportBodyProps) {
  const { writer } = open
  const { study } = detail
  const sides = useSideColumns()
  const place = useWantedPart(reading.isFollowing)
  const { part, want, wantCursor, wantField } = place
  const [criticalAsked, setCriticalAsked] = useState<object>()
  const askCritical = useCallback(() => setCriticalAsked({}), [])
  const session = useSession()
  const mayAppend = session !== undefined && isAddendumOffered(session) && session.can_sign === 1
  const ai = useAiView(study, open)
  const state = useReportState(detail, row, open, ai.shown === 'ai')
  const { delivery, twoTexts, readOnlyReason, isFiled, isRevising, setRevising, groundsNow } = state
  const aiDraft = useAiDraft(open)
  const aiPanel = useRef<AiDraftHandle>(null)
  const isAiShown = ai.shown === 'ai'
  // The sentences are shown next to the own text, which is hidden while the AI result is shown.
  const toAiDraft = () => !isAiShown && (aiPanel.current?.focus() ?? false)
  const [isAppending, setAppending] = useState(false)
  const followUps = useFollowUps(open, detail, { isFiled, isRevising, hasTwoTexts: twoTexts !== undefined })
  const actions = useReportActions({
    open,
    detail,
    groundsNow,
    isFollowing: reading.isFollowing,
    onClose: reading.close,
    onBeforeNext: reading.prepareNext,
    onNext: reading.goNext,
    onSkip: reading.skip,
    onAddendum: () => setAppending(true),
    onRevise: setRevising,
    onSigned: followUps.afterSigning,
    onOpenField: wantField,
    onUndecidedAi: toAiDraft,
  })
  const images = useStudyImages(study.id)
  const isLocked = readOnlyReason !== undefined || twoTexts !== undefined
  const lockReason = isLocked
    ? (readOnlyReason ?? WORDS.refusals.conflict)
    : // Nothing is inserted into a hidden text.
      isAiShown
      ? WORDS.refusals.aiShown
      : undefined
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
  const editor = useStableCallback(() => open.editorOf(part)?.editor)

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
      <div className={classes.text}>
        <ReportHead writer={writer} isLocked={isLocked} hasTemplates={!isFiled} sides={sides} ai={ai}>
          <StudyTools
            study={study}
            templateRefusal={lockReason}
            onTemplate={insert}
            criticalAsked={criticalAsked}
          />
        </ReportHead>
        <ReportNotes
          open={open}
          delivery={delivery}
          from={from}
          readOnlyReason={readOnlyReason}
          isComparing={twoTexts !== undefined}
          isRevising={isRevising}
          hasAiResult={ai.isOffered && !isAiShown}
        />
        {isAiShown && (
          <div className={classes.ai}>
            <AiResult study={study} reportNo={writer.draft().report_no} />
          </div>
        )}
        <OwnText
          open={open}
          study={study}
          row={row}
          state={state}
          place={place}
          images={images}
          aiDraft={aiDraft}
          aiPanel={aiPanel}
          isLocked={isLocked}
          isHidden={isAiShown}
          onCritical={askCritical}
          onAddendum={mayAppend ? () => setAppending(true) : undefined}
        />
        {session && (
          <DictationBar
            userId={session.user_id}
            reportId={writer.draft().report_id}
            editor={editor}
            isLocked={isLocked || isAiShown}
            isFiled={isFiled}
          />
        )}
        <FollowUpStrip
          study={study}
          writer={writer}
          followUps={followUps}
          isFiled={isFiled}
          ownAsked={asked.ownFollowUp}
        />
        <ActionBar
          grounds={groundsNow()}
          busy={actions.busy}
          parts={actions.parts}
          onAction={actions.run}
          openFields={<OpenFieldsNote writer={writer} onGo={wantField} />}
          undecidedAi={<UndecidedAiNote writer={writer} onGo={toAiDraft} />}
        >
          <DeliveryState writer={writer} delivery={delivery} />
        </ActionBar>
      </div>
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
        opened={isAppending}
        onClose={() => setAppending(false)}
      />
    </div>
  )
}
