import { v7 as uuidv7 } from 'uuid'
import type { ReportDetail, ReportRow, Touch } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import { signedContent } from '#domain/report/signed-content.ts'
import { isSigned, type SaveStatus } from '#domain/status/report-status.ts'
import { getDevice } from '../current-device.ts'
import { enqueue } from '../outbox/make/enqueue.ts'
import { makeTouch } from '../touch/make-touch.ts'
import type { Draft } from './draft.ts'
import { inOrder } from './in-order.ts'
import { type ShownStudy, saveDraftIn } from './keep-draft.ts'
import { settleWith } from './settle-conflict.ts'
import { ASSIGN_LABEL, addendumLabel, numberLabel, saveLabel, VERIFY_LABEL } from './words.ts'

/**
 * Stores the text and a save of it on this device, in one transaction, and sends it as soon as the server can be
 * reached; returns the command's id. An automatic save of the editor replaces the one that still waits.
 * `signedOver` names the warnings of the pre-signing check that the doctor saw and signed over. `shown` is the study
 * with its reports as the screen shows them, which saves reading them again before the save is on disk. `touch` comes
 * from touchToSign.
 */
export async function saveReport(
  draft: Draft,
  status: SaveStatus,
  signedOver?: readonly string[],
  shown?: ShownStudy,
  touch?: Touch,
): Promise<string> {
  const { databases, author, wake } = getDevice()
  const save = () => saveDraftIn(databases, author, draft, status, saveLabel, { signedOver, shown, touch })
  const id = await inOrder(draft.report_id, save)
  wake()
  return id
}

/** Asks for the user's touch over the text that is about to be signed. Throws TouchError. */
export async function touchToSign(draft: Draft): Promise<Touch> {
  const hash = await sha256(signedContent(draft))
  return makeTouch({ act: 'sign', reports: [{ report_id: draft.report_id, rev: draft.base_rev ?? 0, hash }] })
}

type Seen = readonly Pick<AddendumRow, 'id'>[]

/** Asks for the user's touch over the texts that are about to be verified. Throws TouchError. */
export async function touchToVerify({ reports }: ReportDetail, addenda: Seen = []): Promise<Touch> {
  const seen = await Promise.all(
    signedOf(reports).map(async (report) => ({
      report_id: report.id,
      rev: report.rev,
      hash: await seenHash(report),
    })),
  )
  return makeTouch({ act: 'verify', reports: seen, addenda: addenda.map(({ id }) => id) })
}

const signedOf = (reports: readonly ReportRow[]) => reports.filter((report) => isSigned(report.status))

/**
 * Verifies the study's signed reports, bound to the exact texts in `detail` and to the addenda shown under them, which
 * are what the verifier saw. `touch` comes from touchToVerify.
 */
export async function verifyReport(
  { study, reports }: ReportDetail,
  addenda?: Seen,
  touch?: Touch,
): Promise<string> {
  const seen = await Promise.all(
    signedOf(reports).map(async (report) => ({ report_id: report.id, hash: await seenHash(report) })),
  )
  const input = {
    study_id: study.id,
    seen,
    ...(addenda && { seen_addenda: addenda.map(({ id }) => id) }),
    ...(touch && { touch }),
  }
  return enqueue('verifyReport', input, { label: VERIFY_LABEL })
}

/** Appends a signed addendum, bound to the signed text of `report`, which is what its author saw. */
export async function saveAddendum(report: ReportRow, content: string): Promise<string> {
  const { study_id, id: report_id } = report
  const addendum = { id: uuidv7(), study_id, report_id, content, seen_hash: await seenHash(report) }
  return enqueue('studies/saveAddendum', addendum, { label: addendumLabel(report) })
}

/** Sets the number of reports of the study, 1 to 5. */
export async function updateNoOfReports(studyId: string, no_of_reports: number): Promise<string> {
  const label = numberLabel(no_of_reports)
  return enqueue('updateNoOfReports', { study_id: studyId, no_of_reports }, { label })
}

// A signature that still waits on this device has no hash from the server yet; compute it the same way.
const seenHash = async (report: ReportRow) => report.signed_hash || (await sha256(signedContent(report)))

/** Makes the signed-in user the study's writing doctor; the signing doctor stays the same. */
export async function assignToSelf(study: StudyRow): Promise<string> {
  const input = {
    study_id: study.id,
    assigned_doctor_id: getDevice().author.userId,
    signed_by_doctor_id: study.signed_by_doctor_id,
  }
  return enqueue('assignDoctor', input, { label: ASSIGN_LABEL })
}

/**
 * Settles a conflict with the text that the user merged from both: a new save based on the server's current revision.
 * It removes the refused save and those that waited behind it from the queue.
 */
export async function settleConflict(reportId: string, merged: Draft): Promise<void> {
  const { databases, author, wake } = getDevice()
  await inOrder(reportId, () => settleWith(databases, author, merged))
  wake()
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
