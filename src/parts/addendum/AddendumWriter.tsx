import { Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { addendumParts, decideInAddendum, readAddendumDraft } from '#domain/report/ai-draft/addendum-draft.ts'
import { foetalSex } from '#domain/report/checks/foetal-sex.ts'
import { refuseOpenFields } from '#domain/report/checks/open-fields.ts'
import { refuseUndecidedAiInAddendum } from '#domain/report/checks/undecided-ai.ts'
import { fieldsInMarkup } from '#domain/report/fields/find-fields.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { keepFile } from '#src/sync/files/keep-file.ts'
import { isOnlineNow, useLink } from '#src/sync/link/use-link.ts'
import { keepAddendumDraft } from '#src/sync/reports/addendum-draft.ts'
import { saveAddendum } from '#src/sync/reports/save-report.ts'
import { findUnloadAddendum } from '#src/sync/reports/unload-drafts.ts'
import { useSession } from '#src/sync/session/session.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { UnreadTextNote } from '#src/ui/notes/UnreadTextNote.tsx'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import { RichText, type RichTextHandle } from '#src/ui/rich-text/RichText.tsx'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { useFirstRead } from '#src/ui/unsaved/use-first-read.ts'
import { refuseUnprintable } from '#src/workers/letters-client.ts'
import { type AiDraftHandle, AiDraftPanel } from '../ai-draft/AiDraftPanel.tsx'
import { UndecidedAiError } from '../ai-draft/undecided-ai-error.ts'
import { useAiDecisions } from '../ai-draft/use-ai-decisions.ts'
import { useFoetalSexBarred } from '../form-f/use-foetal-sex-barred.ts'
import { Addenda } from './Addenda.tsx'
import classes from './addendum.module.css'
import { addendumReason } from './addendum-rule.ts'
import { useLeaving } from './use-leaving.ts'
import { ADDENDUM_WORDS as WORDS } from './words.ts'

export interface AddendumWriterProps {
  report: ReportRow
  study: StudyRow
  onDone: () => void
}

/** The signed text, read-only, and the text to append; stored on this device while it is typed. */
export function AddendumWriter({ report, study, onDone }: AddendumWriterProps) {
  const { found, problem, retry } = useFirstRead(() => findUnloadAddendum(report.id), report.id)
  if (problem) return <UnreadTextNote problem={problem} onRetry={retry} />
  if (found === undefined) return <SkeletonRows rows={4} />
  return <OpenAddendum report={report} study={study} onDone={onDone} begun={found} />
}

function OpenAddendum({ report, study, onDone, begun }: AddendumWriterProps & { begun: string }) {
  const session = useSession()
  const { online } = useLink()
  const images = useMemo(
    () => ({ keep: (picture: Blob) => keepFile(picture, 'report_image', study.id), load: imageUrlOf }),
    [study.id],
  )
  const editor = useRef<RichTextHandle>(null)
  useEffect(() => editor.current?.focus(), [])
  const [box, act] = useAct()
  const refusal = session && addendumReason(session, study)
  const isFoetalSexBarred = useFoetalSexBarred(study)
  const tellsFoetalSex = (report_data: string) =>
    foetalSex({
      text: { report_data, conclusion: '', recommendation: '' },
      sex: study.pat_sex,
      hasCriticalTag: false,
      isFoetalSexBarred,
    }).length > 0
  const { text, html, given, problem, keep, aiDraft } = useTypedText(report, begun, editor)
  const reason = refusal ?? (isEmptyMarkup(html) ? WORDS.refusals.noText : undefined)
  const aiPanel = useRef<AiDraftHandle>(null)
  const sign = async () => {
    editor.current?.flush()
    if (refusal || isEmptyMarkup(text.current)) return
    await act.run(async () => {
      refuseOpen(text.current, () => aiPanel.current?.focus())
      if (tellsFoetalSex(text.current)) throw new Error(WORDS.refusals.foetalSex)
      if (!(await agreesToSign())) return
      await refuseUnprintable({ addenda: text.current, signature: session?.name ?? '' })
      await saveAddendum(report, text.current)
      await keepAddendumDraft(report, '')
      notifyDone(WORDS.kept)
      onDone()
    })
  }

  return (
    <Stack gap="sm" ref={box}>
      <SignedText report={report} studyId={study.id} loadImage={images.load} />
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <AiDraftPanel
        ref={aiPanel}
        state={aiDraft}
        reportId={`addendum:${report.id}`}
        onClosed={() => editor.current?.focus()}
      />
      <div className={classes.text}>
        <RichText
          ref={editor}
          label={WORDS.text}
          value={given.value}
          version={given.version}
          isUndoneElsewhere
          onChange={keep}
          onWaiting={(waiting) => setEditorDirty(`addendum:${report.id}`, waiting)}
          images={images}
        />
      </div>
      <Group justify="flex-end">
        {!online && (
          <Text size="sm" c="dimmed">
            {WORDS.notFiled}
          </Text>
        )}
        {act.problem instanceof UndecidedAiError ? (
          // The focus is at the first sentence; the number in the note falls as sentences are decided.
          <RefusalLine words={[refuseUndecidedAiInAddendum(html) ?? []].flat()} />
        ) : (
          <RefusalNote act={act} />
        )}
        <Tooltip label={reason} disabled={reason === undefined}>
          <Button
            loading={act.isBusy}
            data-disabled={reason !== undefined || undefined}
            aria-disabled={reason !== undefined}
            aria-description={reason}
            // The action is checked again after the last words were read, so a person who types and then
            // presses immediately is not refused.
            onClick={() => void sign()}
          >
            {WORDS.sign}
          </Button>
        </Tooltip>
      </Group>
    </Stack>
  )
}

/** Returns the typed text, which is stored on this device at each change, and the AI sentences in it. */
function useTypedText(report: ReportRow, begun: string, editor: RefObject<RichTextHandle | null>) {
  const text = useRef(begun)
  const [html, setHtml] = useState(begun)
  // The editor's input: a new version if the text was changed outside of the editor.
  const [given, setGiven] = useState({ value: begun, version: 0 })
  const [problem, setProblem] = useState<string>()
  const leaving = useLeaving(report, () => editor.current?.flush())
  const keep = (html: string) => {
    text.current = html
    setHtml(html)
    const kept = leaving.keeping(isEmptyMarkup(html) ? '' : html)
    kept.then(
      () => setProblem(undefined),
      (error: Error) => setProblem(error.message),
    )
  }
  const aiDraft = useAiDecisions(
    useMemo(() => readAddendumDraft(html), [html]),
    {
      flush: () => editor.current?.flush(),
      now: () => addendumParts(text.current),
      replace: ({ report_data: value }) => {
        setGiven(({ version }) => ({ value, version: version + 1 }))
        keep(value)
      },
      draftOf: ({ report_data }) => readAddendumDraft(report_data),
      decided: decideInAddendum,
    },
  )
  return { text, html, given, problem, keep, aiDraft }
}

interface SignedTextProps {
  report: ReportRow
  studyId: string
  loadImage: typeof imageUrlOf
}

/** The signed text with its earlier addenda. */
function SignedText({ report, studyId, loadImage }: SignedTextProps) {
  return (
    <section className={classes.signed} aria-label={WORDS.signedText}>
      {[report.report_data, report.conclusion, report.recommendation]
        .filter((part) => !isEmptyMarkup(part))
        .map((part) => (
          <ReportText key={part} html={part} loadImage={loadImage} />
        ))}
      <Addenda studyId={studyId} reportId={report.id} loadImage={loadImage} />
    </section>
  )
}

/**
 * Throws if the text has an open template field or undecided sentences of an AI result; moves the focus to
 * those sentences.
 */
function refuseOpen(content: string, toSentences: () => void): void {
  const fields = refuseOpenFields(fieldsInMarkup(content))
  if (fields !== undefined) throw new Error(fields)
  const undecided = refuseUndecidedAiInAddendum(content)
  if (undecided === undefined) return
  // Moves the focus before the message is shown, because the message does not move it.
  toSentences()
  throw new UndecidedAiError(undecided)
}

/** Asks for confirmation before a signature that cannot be filed now. */
async function agreesToSign(): Promise<boolean> {
  if (isOnlineNow()) return true
  return confirmAction({
    title: WORDS.offlineTitle,
    message: WORDS.offlineQuestion,
    confirmLabel: WORDS.sign,
  })
}
