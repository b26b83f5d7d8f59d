import type { ReportDetail } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { signedContent } from '#domain/report/signed-content.ts'
import { isSigned, type SaveStatus } from '#domain/status/report-status.ts'
import { getDevice } from '../current-device.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { Draft } from './draft.ts'
import { inOrder } from './in-order.ts'
import { saveDraftIn } from './keep-draft.ts'
import { settleWith } from './settle-conflict.ts'
import { ASSIGN_LABEL, saveLabel, VERIFY_LABEL } from './words.ts'

/**
 * Keeps the text and a save of it on this device, in one transaction, and sends it as soon as the server can be
 * reached; answers the command's id. A save by the editor itself takes the place of the one that still waits.
 */
export async function saveReport(draft: Draft, status: SaveStatus): Promise<string> {
  const { databases, desk, wake } = getDevice()
  const id = await inOrder(draft.report_id, () => saveDraftIn(databases, desk, draft, status, saveLabel))
  wake()
  return id
}

/** Verifies the study's signed reports, bound to the exact texts in `detail`: those are what was seen. */
export async function verifyReport(detail: ReportDetail): Promise<string> {
  const signed = detail.reports.filter((report) => isSigned(report.status))
  const seen = await Promise.all(
    signed.map(async (report) => ({
      report_id: report.id,
      // A signature that still waits on this device has no hash of the server yet; it is made the same way.
      hash: report.signed_hash || (await sha256(signedContent(report))),
    })),
  )
  return enqueue('verifyReport', { study_id: detail.study.id, seen }, { label: VERIFY_LABEL })
}

/** Makes the person signed in the study's writing doctor; the signing doctor stays who it is. */
export async function assignToSelf(study: StudyRow): Promise<string> {
  const input = {
    study_id: study.id,
    assigned_doctor_id: getDevice().desk.userId,
    signed_by_doctor_id: study.signed_by_doctor_id,
  }
  return enqueue('assignDoctor', input, { label: ASSIGN_LABEL })
}

/**
 * Settles a conflict with the text that a person made of both: a new save based on what the server holds now. The
 * saves that were refused or waited behind leave the queue with it.
 */
export async function settleConflict(reportId: string, merged: Draft): Promise<void> {
  const { databases, desk, wake } = getDevice()
  await inOrder(reportId, () => settleWith(databases, desk, merged))
  wake()
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
