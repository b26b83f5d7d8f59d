import { useEffect } from 'react'
import type { ReportDetail, ReportRow } from '#contract/calls/reports.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { hasSameText } from '#domain/report/revision.ts'
import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'
import { type Conflict, useConflict } from '#src/sync/reports/use-conflict.ts'
import { type ReportDelivery, useReportDelivery } from '#src/sync/reports/use-report-delivery.ts'
import { useSession } from '#src/sync/session/session.ts'
import type { ActionGrounds } from './actions/report-actions.ts'
import { REPORT_PARTS } from './templates/insert-template.ts'
import { REPORT_WORDS as WORDS } from './words.ts'
import type { ReportWriter, WriterState } from './writer/report-writer.ts'
import { type OpenReport, useWriterState } from './writer/use-open-report.ts'

/** Two texts of the report that a person must look at: one that can still be merged, or one that was signed. */
export interface TwoTextsState {
  theirs: ReportRow
  canMerge: boolean
}

export interface ReportState {
  delivery: ReportDelivery
  twoTexts: TwoTextsState | undefined
  /** Why the text can only be read. */
  readOnlyReason: string | undefined
  /** What the buttons may do, as things stand at this moment. */
  groundsNow: () => ActionGrounds
}

/** Brings together what the editor, the device and the server know of one report. */
export function useReportState(
  detail: ReportDetail,
  row: ReportRow | undefined,
  open: OpenReport,
): ReportState {
  const session = useSession()
  const { writer } = open
  const delivery = useReportDelivery(detail.study.id)
  const conflict = useConflict(writer.draft().report_id)
  useMeeting(open, row, delivery)
  const twoTexts = useTwoTexts(writer, conflict, row)
  const status = row?.status ?? 'Pending'
  // The buttons are drawn anew when the first word stands there and when the last one is gone.
  useWriterState(writer, hasWords)

  // The server's own hash comes with a filed signature and with no other.
  const isSignatureWaiting = row !== undefined && isSigned(row.status) && row.signed_hash === ''
  const groundsNow = (): ActionGrounds => {
    return {
      status,
      studyStatus: detail.study.status,
      hasText: hasWords(writer.state()),
      canWrite: detail.can_write_report === 1,
      isSigner: session?.can_sign === 1,
      canSign: detail.can_sign === 1,
      canVerify: session?.modules.includes('verify_report') ?? false,
      hasConflict: twoTexts !== undefined,
      isSignatureWaiting,
    }
  }
  const readOnlyReason = readOnlyReasonOf(status, isSignatureWaiting, detail)
  return { delivery, twoTexts, readOnlyReason, groundsNow }
}

function readOnlyReasonOf(
  status: ReportStatus,
  isSignatureWaiting: boolean,
  { can_write_report }: ReportDetail,
): string | undefined {
  if (isSigned(status)) return isSignatureWaiting ? WORDS.signedHere : WORDS.readOnly
  return can_write_report === 1 ? undefined : WORDS.readOnlyRight
}

/** Takes over what others wrote, where nothing of one's own waits (see ReportWriter.meet). */
function useMeeting(open: OpenReport, row: ReportRow | undefined, { state }: ReportDelivery): void {
  const isSettled = state === 'server' || state === 'none'
  useEffect(() => {
    if (row && row.rev > 0 && isSettled) open.writer.meet(row)
  }, [open, row, isSettled])
}

const hasWords = ({ text }: WriterState) => REPORT_PARTS.some((part) => !isEmptyMarkup(text[part]))

function useTwoTexts(
  writer: ReportWriter,
  conflict: Conflict | undefined,
  row: ReportRow | undefined,
): TwoTextsState | undefined {
  const signed = [conflict?.theirs, row].find((one) => one !== undefined && isSigned(one.status))
  const isOther = useWriterState(writer, ({ text }) => signed !== undefined && !hasSameText(signed, text))
  if (conflict && !isSigned(conflict.theirs.status)) return { theirs: conflict.theirs, canMerge: true }
  return signed && isOther ? { theirs: signed, canMerge: false } : undefined
}
