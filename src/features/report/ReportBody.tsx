import { useCallback, useMemo, useRef, useState } from 'react'
import type { TemplateItem } from '#contract/calls/directory.ts'
import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import type { OpenField } from '#domain/report/checks/open-fields.ts'
import { Addenda } from '#src/parts/addendum/Addenda.tsx'
import { AddendumDialog } from '#src/parts/addendum/AddendumDialog.tsx'
import { isAddendumOffered } from '#src/parts/addendum/addendum-rule.ts'
import { type AiDraftHandle, AiDraftPanel } from '#src/parts/ai-draft/AiDraftPanel.tsx'
import { AI_DRAFT_WORDS } from '#src/parts/ai-draft/words.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { keepFile } from '#src/sync/files/keep-file.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import type { DetailSource } from '#src/sync/reports/use-report.ts'
import { useSession } from '#src/sync/session/session.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { notifyError, notifyRefusal } from '#src/ui/notify.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { ActionBar } from './actions/ActionBar.tsx'
import { useReportActions } from './actions/use-report-actions.ts'
import { useReportKeys } from './actions/use-report-keys.ts'
import { UndecidedAiNote } from './ai-draft/UndecidedAiNote.tsx'
import { useAiDraft } from './ai-draft/use-ai-draft.ts'
import { ReportAside } from './aside/ReportAside.tsx'
import { OpenFieldsNote } from './checks/OpenFieldsNote.tsx'
import { TwoTexts } from './conflict/TwoTexts.tsx'
import { DeliveryState } from './delivery/DeliveryState.tsx'
import { DictationBar } from './dictation/DictationBar.tsx'
import { FollowUpStrip } from './follow-ups/FollowUpStrip.tsx'
import { useFollowUps } from './follow-ups/use-follow-ups.ts'
import { useRestore } from './history/use-restore.ts'
import { PartsEditor } from './parts/PartsEditor.tsx'
import type { WantedPart } from './parts/wanted-part.ts'
import { usePriorsView } from './priors/use-priors-view.ts'
import { ReportHead } from './ReportHead.tsx'
import { ReportNotes } from './ReportNotes.tsx'
import type { Reading } from './reading/use-reading.ts'
import classes from './report.module.css'
import { SideColumn } from './SideColumn.tsx'
import type { InsertMode, ReportPart } from './templates/insert-template.ts'
import { putTemplate } from './templates/put-template.ts'
import { TemplatesColumn } from './templates/TemplatesColumn.tsx'
import { templateFor } from './templates/template-for.ts'
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
  const [part, setPart] = useState<ReportPart>('report_data')
  const [wanted, setWanted] = useState(() => firstWanted(reading.isFollowing))
  const want = useCallback((next: WantedPart) => {
    setPart(next.part)
    setWanted(next)
  }, [])
  const toField = useCallback(({ part: fieldPart }: OpenField) => want({ part: fieldPart, field: 0 }), [want])
  const [search, setSearch] = useState<object>()
  const [ownAsked, setOwnAsked] = useState<object>()
  const [criticalAsked, setCriticalAsked] = useState<object>()
  const askCritical = useCallback(() => setCriticalAsked({}), [])
  const { online } = useLink()
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
    isOnline: online,
    isFollowing: reading.isFollowing,
    onClose: reading.close,
    onBeforeNext: reading.prepareNext,
    onNext: reading.goNext,
    onSkip: reading.skip,
    onAddendum: () => setAppending(true),
    onRevise: setRevising,
    onSigned: followUps.afterSigning,
    onOpenField: toField,
    onUndecidedAi: toAiDraft,
  })
  useReportKeys({
    onDraft: () => actions.runByKey('draft'),
    onSign: () => actions.runByKey('sign'),
    onSignNext: () => actions.runByKey(isFiled || detail.can_write_report === 0 ? 'next' : 'signAndNext'),
    onSkip: () => actions.runByKey('skip'),
    onFindTemplate: () => {
      if (isFiled) return notifyRefusal(WORDS.refusals.signed)
      sides.open('templates')
      setSearch({})
    },
    onPart: (next) => want({ part: next }),
    onPriors: () => priors.show(),
    onCompared: () => priors.insertCompared(),
    onFollowUp: followUps.toggle,
    onOwnFollowUp: () => {
      if (followUps.refusal === undefined) setOwnAsked({})
      else notifyRefusal(followUps.refusal)
    },
    onAiDraft: () => {
      if (isAiShown) notifyRefusal(WORDS.refusals.aiShown)
      else if (!toAiDraft()) notifyRefusal(AI_DRAFT_WORDS.none)
    },
  })
  const images = useStudyImages(study.id)
  const isLocked = readOnlyReason !== undefined || twoTexts !== undefined
  const lockReason = isLocked
    ? (readOnlyReason ?? WORDS.refusals.conflict)
    : // Nothing is inserted into a hidden text.
      isAiShown
      ? WORDS.refusals.aiShown
      : undefined
  const { uncover } = sides
  const priors = usePriorsView({
    studyId: study.id,
    sides,
    insert: (html) => open.editorOf(part)?.insertSentence(html),
    refusal: lockReason,
  })
  const put = useCallback(
    async (template: TemplateItem, mode?: InsertMode) => {
      uncover()
      const field = await putTemplate(open, templateFor(study, template), mode).catch(notifyError)
      if (field) want({ part: field.part, field: field.at })
      return field
    },
    [open, study, uncover, want],
  )
  const insert = useCallback((template: TemplateItem, mode?: InsertMode) => void put(template, mode), [put])
  const insertAndWrite = useStableCallback((template: TemplateItem) => {
    void put(template).then((field) => field ?? setWanted({ part }))
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
            search={search}
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
        <div className={classes.own} hidden={isAiShown}>
          {!isLocked && (
            <AiDraftPanel
              ref={aiPanel}
              state={aiDraft}
              reportId={writer.draft().report_id}
              onClosed={() => want({ part })}
            />
          )}
          {twoTexts ? (
            <TwoTexts
              open={open}
              twoTexts={twoTexts}
              delivery={delivery}
              loadImage={images.load}
              onAddendum={mayAppend ? () => setAppending(true) : undefined}
            />
          ) : (
            <PartsEditor
              open={open}
              study={study}
              part={part}
              onPart={setPart}
              wanted={wanted}
              onWanted={want}
              onCritical={askCritical}
              images={images}
              readOnly={isLocked}
            />
          )}
          <div className={classes.addenda}>
            <Addenda studyId={study.id} reportId={row?.id ?? ''} loadImage={images.load} />
          </div>
        </div>
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
          ownAsked={ownAsked}
        />
        <ActionBar
          grounds={groundsNow()}
          busy={actions.busy}
          parts={actions.parts}
          onAction={actions.run}
          openFields={<OpenFieldsNote writer={writer} onGo={toField} />}
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

/**
 * Returns the text as the part to focus when a report opens, except if the keyboard is on the tabs of several
 * reports, or on touch screens, where focusing would open the on-screen keyboard.
 */
function firstWanted(isFollowing: boolean): WantedPart | undefined {
  const isWalked = !isFollowing && document.activeElement?.matches('[role="tab"]:focus-visible')
  return isWalked || window.matchMedia('(pointer: coarse)').matches
    ? undefined
    : { part: 'report_data', isOpening: true }
}

/** Stores the pictures of a study's reports on this device first, and sends them when the server is reachable. */
function useStudyImages(studyId: string) {
  return useMemo(
    () => ({
      keep: (picture: Blob) => keepFile(picture, 'report_image', studyId),
      load: imageUrlOf,
    }),
    [studyId],
  )
}
