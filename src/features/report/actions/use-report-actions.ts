import { useState } from 'react'
import type { ReportDetail } from '#contract/calls/reports.ts'
import type { OpenField } from '#domain/report/checks/open-fields.ts'
import { hasSameText } from '#domain/report/revision.ts'
import { demandDecidedAi, UndecidedAiError } from '#src/parts/ai-draft/undecided-ai-error.ts'
import { refuseHoles } from '#src/parts/report-preview/refuse-holes.ts'
import { useVerify } from '#src/parts/report-preview/use-verify.ts'
import { reservationWords } from '#src/parts/reservation/words.ts'
import { useAskTouch } from '#src/parts/touch/use-ask-touch.ts'
import { isOnlineNow } from '#src/sync/link/use-link.ts'
import { dropDraft } from '#src/sync/reports/drafts.ts'
import { touchToSign } from '#src/sync/reports/save-report.ts'
import { findOtherWriters } from '#src/sync/reports/use-other-writers.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { notifyRefusal } from '#src/ui/notes/notify.ts'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { askBeforeSigning } from '../checks/ask-before-signing.tsx'
import { demandFilledFields, OpenFieldsError } from '../checks/open-fields-error.ts'
import { useCheckedFacts } from '../checks/use-checked-facts.ts'
import { useDoubledPress } from '../reading/use-doubled-press.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'
import { keepInHistory } from '../writer/keep-in-history.ts'
import type { OpenReport } from '../writer/use-open-report.ts'
import { type ActionGrounds, type ReportAction, refuseAction, STATUS_OF_ACTION } from './report-actions.ts'

export interface ReportActionsInput {
  open: OpenReport
  detail: ReportDetail
  /** Returns the facts when the button is pressed, after the last words were read from the editor. */
  groundsNow: () => ActionGrounds
  /** Whether the report opened automatically after another one. */
  isFollowing: boolean
  onClose: () => void
  /** Called when a signature starts after which the next report opens. */
  onBeforeNext: () => void
  /** Opens the next report. */
  onNext: () => Promise<void>
  /** Asks for the reason to skip the study, then opens the next one. */
  onSkip: () => Promise<void>
  /** Opens the dialog for an addendum. */
  onAddendum: () => void
  onRevise: (isRevising: boolean) => void
  /** Goes to an open field that stopped a signature. */
  onOpenField: (field: OpenField) => void
  /** Goes to the sentences of an AI result that stopped a signature. */
  onUndecidedAi: () => void
  /** Called after each signature that this device keeps. */
  onSigned: () => Promise<void>
}

const SIGNATURES: ReadonlySet<ReportAction> = new Set(['sign', 'signAndClose', 'signAndNext'])
const EMPTY = { report_data: '', conclusion: '', recommendation: '' }

/** Returns the actions of the editor's buttons and keys; each asks the confirmations of the spec first. */
export function useReportActions(input: ReportActionsInput) {
  const { open, detail, groundsNow, onClose, onNext, onSkip, onAddendum, onRevise } = input
  const { onOpenField, onUndecidedAi, onSigned, onBeforeNext } = input
  const isDoubled = useDoubledPress(input.isFollowing)
  const [busy, setBusy] = useState<ReportAction>()
  const parts = useAct()
  const [, act] = parts
  const { writer } = open
  const verifySigned = useVerify(detail)
  const askTouch = useAskTouch()
  const facts = useCheckedFacts(detail.study)
  const session = useSession()

  const sign = async (): Promise<boolean> => {
    const text = writer.state().text
    demandFilledFields(text)
    demandDecidedAi(text)
    await refuseHoles(detail.study, text, session?.name ?? '')
    const rules = await askBeforeSigning({ ...facts, text })
    if (!rules || !(await agreesBesideOthers(detail.study)) || !(await agreesToSign())) return false
    // Dictated words may have arrived while the dialog was open: only the checked text may be signed.
    open.flush()
    const isChanged = () => !hasSameText(text, writer.state().text)
    if (isChanged()) throw new Error(WORDS.changedWhileAsked)
    const touched = await askTouch(() => touchToSign(writer.draft()))
    if (!touched) return false
    open.flush()
    if (isChanged()) throw new Error(WORDS.changedWhileAsked)
    await writer.save(STATUS_OF_ACTION.sign, rules, touched.touch)
    await onSigned()
    onRevise(false)
    return true
  }

  // Shows the place before the message, which does not move the focus.
  const showPlace = (problem: unknown) => {
    if (problem instanceof OpenFieldsError) onOpenField(problem.first)
    if (problem instanceof UndecidedAiError) onUndecidedAi()
    throw problem
  }

  const perform: Record<ReportAction, () => Promise<void>> = {
    draft: () => writer.save(STATUS_OF_ACTION.draft),
    readyForSign: () => writer.save(STATUS_OF_ACTION.readyForSign),
    sign: async () => void (await sign()),
    signAndClose: async () => {
      if (await sign()) onClose()
    },
    signAndNext: async () => {
      onBeforeNext()
      if (await sign()) await onNext()
    },
    next: onNext,
    skip: onSkip,
    clear: async () => {
      const isSure = await confirmAction({
        title: WORDS.clearTitle,
        message: WORDS.clearQuestion,
        confirmLabel: WORDS.clear,
        danger: true,
      })
      if (!isSure) return
      await keepInHistory(writer)
      await writer.replace(EMPTY, false)
      await writer.save(STATUS_OF_ACTION.clear)
    },
    verify: async () => {
      await verifySigned()
    },
    addendum: async () => onAddendum(),
    revise: async () => onRevise(true),
    leaveRevision: async () => {
      if (!(await agreesToLeave(groundsNow().isRevised))) return
      await leaveRevision(open, detail)
      onRevise(false)
    },
  }

  const run = async (action: ReportAction, onRefusal?: (reason: string) => void) => {
    open.flush()
    if (busy) return
    const refusal = refuseAction(action, groundsNow())
    if (refusal !== undefined) return onRefusal?.(refusal)
    if (SIGNATURES.has(action) && isDoubled()) return notifyRefusal(WORDS.refusals.justOpened)
    setBusy(action)
    await act.run(() => perform[action]().catch(showPlace))
    setBusy(undefined)
  }
  return {
    busy,
    parts,
    run: (action: ReportAction) => void run(action),
    /** A key has no tooltip to explain why nothing happens, so show a notification. */
    runByKey: (action: ReportAction) => void run(action, notifyRefusal),
  }
}

/** Deletes the device's text of the revision; the editor shows the signed text again. */
async function leaveRevision({ writer }: OpenReport, { reports }: ReportDetail): Promise<void> {
  const draft = writer.draft()
  const signed = reports.find(({ id }) => id === draft.report_id)
  if (!signed) return
  const { report_name, report_data, conclusion, recommendation, rev } = signed
  await writer.whenKept()
  await dropDraft(draft.report_id)
  writer.continueFrom({ ...draft, report_name, report_data, conclusion, recommendation, base_rev: rev })
}

async function agreesToLeave(isRevised: boolean): Promise<boolean> {
  if (!isRevised) return true
  return confirmAction({
    title: WORDS.leaveRevision,
    message: WORDS.leaveRevisionQuestion,
    confirmLabel: WORDS.leaveRevision,
    danger: true,
  })
}

/**
 * Asks for confirmation if another doctor has the study open, so that the doctor learns of a conflict before
 * signing.
 */
async function agreesBesideOthers({ id, branch_id }: ReportDetail['study']): Promise<boolean> {
  const others = await findOtherWriters(id)
  if (others.length === 0) return true
  const zone = branchZone(branch_id)
  return confirmAction({
    title: WORDS.readingTitle,
    message: `${others.map((writer) => reservationWords(writer, zone)).join('; ')}. ${WORDS.readingQuestion}`,
    confirmLabel: WORDS.signAnyway,
  })
}

/** Asks for confirmation before a signature that cannot be filed now; online, Sign signs without a question. */
async function agreesToSign(): Promise<boolean> {
  if (isOnlineNow()) return true
  return confirmAction({ title: WORDS.signTitle, message: WORDS.signOffline, confirmLabel: WORDS.sign })
}
