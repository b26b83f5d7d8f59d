import { useCallback, useState } from 'react'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { ActionBar } from './actions/ActionBar.tsx'
import { UndecidedAiNote } from './ai-draft/UndecidedAiNote.tsx'
import { OpenFieldsNote } from './checks/OpenFieldsNote.tsx'
import { DeliveryState } from './delivery/DeliveryState.tsx'
import { DictationBar } from './dictation/DictationBar.tsx'
import { FollowUpStrip } from './follow-ups/FollowUpStrip.tsx'
import { OwnText } from './OwnText.tsx'
import type { useStudyImages } from './parts/use-study-images.ts'
import type { ReportBodyProps } from './ReportBody.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportNotes } from './ReportNotes.tsx'
import classes from './report.module.css'
import type { useInsertTemplate } from './templates/use-insert-template.ts'
import { StudyTools } from './tools/StudyTools.tsx'
import type { ReportWork } from './use-report-work.ts'
import type { useSideColumns } from './use-side-columns.ts'

const AiResult = lazyPart(
  () => import('#src/parts/ai/AiResult.tsx').then((module) => ({ default: module.AiResult })),
  <SkeletonRows rows={6} />,
)

export interface TextColumnProps extends Omit<ReportBodyProps, 'reading'> {
  work: ReportWork
  sides: ReturnType<typeof useSideColumns>
  images: ReturnType<typeof useStudyImages>
  /** A new object opens the fields of a follow-up in own words. */
  ownFollowUpAsked: object | undefined
  onTemplate: ReturnType<typeof useInsertTemplate>['insert']
}

/** The report's text with its head, notes and follow-ups, and the actions below it. */
export function TextColumn(props: TextColumnProps) {
  const { detail, row, from, open, work, sides, images, ownFollowUpAsked, onTemplate } = props
  const { writer } = open
  const { study } = detail
  const { place, ai, isAiShown, state, actions, addendum, isLocked, lockReason, toAiDraft } = work
  const { delivery, twoTexts, readOnlyReason, isFiled, isRevising, groundsNow } = state
  const session = useSession()
  const [criticalAsked, setCriticalAsked] = useState<object>()
  const askCritical = useCallback(() => setCriticalAsked({}), [])
  const editor = useStableCallback(() => open.editorOf(place.part)?.editor)
  return (
    <div className={classes.text}>
      <ReportHead writer={writer} isLocked={isLocked} hasTemplates={!isFiled} sides={sides} ai={ai}>
        <StudyTools
          study={study}
          templateRefusal={lockReason}
          onTemplate={onTemplate}
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
        aiDraft={work.aiDraft}
        aiPanel={work.aiPanel}
        isLocked={isLocked}
        isHidden={isAiShown}
        onCritical={askCritical}
        onAddendum={addendum.isOffered ? () => addendum.setOpen(true) : undefined}
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
        followUps={work.followUps}
        isFiled={isFiled}
        ownAsked={ownFollowUpAsked}
      />
      <ActionBar
        grounds={groundsNow()}
        busy={actions.busy}
        parts={actions.parts}
        onAction={actions.run}
        openFields={<OpenFieldsNote writer={writer} onGo={place.wantField} />}
        undecidedAi={<UndecidedAiNote writer={writer} onGo={toAiDraft} />}
      >
        <DeliveryState writer={writer} delivery={delivery} />
      </ActionBar>
    </div>
  )
}
