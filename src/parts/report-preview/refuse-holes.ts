import type { ReportDetail } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { AddendumRow } from '#contract/calls/study-parts.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { refuseUnprintable } from '#src/workers/letters-client.ts'
import { studyLinesOf } from '#src/workers/pdf-client.ts'

/**
 * Throws if the paper of a text would have a gap because no font has one of its letters; the message names letters and
 * fields. Checked before a signature, online or offline: a signed text must be printable.
 */
export async function refuseHoles(
  study: StudyRow,
  { report_data, conclusion, recommendation, report_name }: SignedParts & { report_name: string },
  signer: string,
): Promise<void> {
  await refuseUnprintable({
    patient: { name: study.pat_name, id: study.pat_id },
    // The paper's time contains only digits.
    studyLines: studyLinesOf(study, 'UTC'),
    reports: [{ name: report_name, description: report_data, conclusion, recommendation }],
    signature: signer,
  })
}

/**
 * Works like refuseHoles for everything that a verification covers: the signed reports and their addenda.
 * Throws like refuseHoles.
 */
export async function refuseHolesOfSigned(
  { study, reports }: ReportDetail,
  addenda: readonly AddendumRow[],
): Promise<void> {
  for (const report of reports.filter(({ status }) => isSigned(status)))
    await refuseHoles(study, report, report.signed_by_doctor)
  for (const { content, signed_by } of addenda)
    await refuseUnprintable({ addenda: content, signature: signed_by })
}
