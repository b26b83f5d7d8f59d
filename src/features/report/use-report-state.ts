import { useEffect, useState } from 'react'
import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import { canRevise, type ReportEditType } from '#domain/report/edit-type.ts'
import { hasSameText } from '#domain/report/revision.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { addendumReason, isAddendumOffered } from '#src/parts/addendum/addendum-rule.ts'
import { type Conflict, useConflict } from '#src/sync/reports/use-conflict.ts'
import { type ReportDelivery, useReportDelivery } from '#src/sync/reports/use-report-delivery.ts'
import { useUnfiled } from '#src/sync/reports/use-unfiled.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { ActionGrounds } from './actions/report-actions.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import { hasWords } from './writer/empty-text.ts'
import type { ReportWriter } from './writer/report-writer.ts'
import { type OpenReport, useWriterState } from './writer/use-open-report.ts'

/** Two texts of the report that a person must check: they can still be merged, or one was signed. */
export interface TwoTextsState {
  theirs: ReportRow
  canMerge: boolean
}

export interface ReportState {
  delivery: ReportDelivery
  twoTexts: TwoTextsState | undefined
  /** Why the text is read-only. */
  readOnlyReason: string | undefined
  /** Whether the text is signed and not being revised, so that it cannot be edited. */
  isFiled: boolean
  /** Whether a signed text is being revised on this device. */
  isRevising: boolean
  setRevising: (isRevising: boolean) => void
  /** Returns the facts that currently decide about the buttons. */
  groundsNow: () => ActionGrounds
}

/** Combines the state of one report from the editor, the device and the server. */
export function useReportState(
  detail: ReportDetail,
  row: ReportRow | undefined,
  open: OpenReport,
  isAiShown: boolean,
): ReportState {
  const session = useSession()
  const { writer } = open
  const delivery = useReportDelivery(detail.study.id)
  const { hasConflict: hasStudyConflict } = useUnfiled(detail.study.id)
  const conflict = useConflict(writer.draft().report_id)
  useMeeting(open, row, delivery)
  const { isRevising, setRevising } = useRevising(open, row, session?.report_edit_type)
  const twoTexts = useTwoTexts(writer, conflict, row, isRevising)
  const status = row?.status ?? 'Pending'
  // Rerenders the buttons when the text gets its first word or loses its last.
  useWriterState(writer, ({ text }) => hasWords(text))

  // Only a filed signature has the server's own hash.
  const isSignatureWaiting = row !== undefined && isSigned(row.status) && row.signed_hash === ''
  const groundsNow = (): ActionGrounds => {
    return {
      status,
      studyStatus: detail.study.status,
      hasText: hasWords(writer.state().text),
      canWrite: detail.can_write_report === 1,
      isSigner: session?.can_sign === 1,
      canSign: detail.can_sign === 1,
      canVerify: session?.modules.includes('verify_report') ?? false,
      hasConflict: twoTexts !== undefined,
      hasStudyConflict,
      isSignatureWaiting,
      editType: session?.report_edit_type ?? 'Addendum',
      isRevising,
      isRevised: row !== undefined && !hasSameText(writer.state().text, row),
      isAiShown,
      isAddendumOffered: session !== undefined && isAddendumOffered(session),
      addendumRefusal: session && addendumReason(session, detail.study),
    }
  }
  const locked = isSigned(status) && !isRevising
  const isRevisable = session?.report_edit_type === 'UpdateContent'
  const readOnlyReason = locked ? lockedReason(isSignatureWaiting, isRevisable) : rightReason(detail)
  return { delivery, twoTexts, readOnlyReason, isFiled: locked, isRevising, setRevising, groundsNow }
}

function lockedReason(isSignatureWaiting: boolean, isRevisable: boolean): string {
  if (isSignatureWaiting) return WORDS.signedHere
  return isRevisable ? WORDS.signedRevisable : WORDS.readOnly
}

const rightReason = ({ can_write_report }: ReportDetail) =>
  can_write_report === 1 ? undefined : WORDS.readOnlyRight

/**
 * Returns whether a signed report is being revised: started by its button, or continued after a reload,
 * because this device's text is based on exactly the current revision.
 */
function useRevising(
  { writer, restoredAt }: OpenReport,
  row: ReportRow | undefined,
  editType?: ReportEditType,
) {
  const [isAsked, setRevising] = useState(restoredAt !== undefined)
  const isOnStanding = row !== undefined && row.rev > 0 && writer.draft().base_rev === row.rev
  const mayRevise = row !== undefined && canRevise(editType ?? 'Addendum', row.status, 'Signed')
  return { isRevising: isAsked && isOnStanding && mayRevise, setRevising }
}

/** Takes over the text of other persons if no own text is waiting (see ReportWriter.meet). */
function useMeeting(open: OpenReport, row: ReportRow | undefined, { state }: ReportDelivery): void {
  const isSettled = state === 'server' || state === 'none'
  useEffect(() => {
    if (row && row.rev > 0 && isSettled) open.writer.meet(row)
  }, [open, row, isSettled])
}

function useTwoTexts(
  writer: ReportWriter,
  conflict: Conflict | undefined,
  row: ReportRow | undefined,
  isRevising: boolean,
): TwoTextsState | undefined {
  const signed = [conflict?.theirs, row].find((one) => one !== undefined && isSigned(one.status))
  const isOther = useWriterState(writer, ({ text }) => signed !== undefined && !hasSameText(signed, text))
  if (conflict && !isSigned(conflict.theirs.status)) return { theirs: conflict.theirs, canMerge: true }
  return signed && isOther && !isRevising ? { theirs: signed, canMerge: false } : undefined
}
