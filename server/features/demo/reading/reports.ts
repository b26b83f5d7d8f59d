import type { Insertable } from 'kysely'
import { reportIdOf } from '#domain/report/report-id.ts'
import { isSigned, isUnwritten, type ReportStatus } from '#domain/status/report-status.ts'
import { type ReportText, signedHash } from '#server/features/reports/public/text.ts'
import type { Report, ReportVersion } from '#server/kernel/database/schema.ts'
import { finishedText, unfinishedText } from '../centre/texts/report-markup.ts'
import { demoId } from '../random.ts'
import type { DemoStudy } from './studies.ts'

/** Returns the report of a study in its current state; nothing if nobody has written it. */
export function reportOf({
  row,
  exam,
  reading,
  timeline,
  writer,
  signer,
  verifier,
}: DemoStudy): Insertable<Report>[] {
  const { status, writtenAt, signedAt, verifiedAt } = timeline
  if (isUnwritten(status) || !writtenAt) return []
  const text = timeline.isFinished
    ? finishedText(exam.description, reading)
    : unfinishedText(exam.description, reading)
  const last = verifiedAt ?? signedAt ?? writtenAt
  return [
    {
      client_id: row.client_id,
      id: reportIdOf(row.id, 1),
      study_id: row.id,
      rev: verifiedAt ? 3 : signedAt ? 2 : 1,
      report_no: 1,
      report_name: exam.description,
      ...text,
      status,
      created: writtenAt,
      created_by: writer.id,
      updated: last,
      updated_by: (verifiedAt ? verifier : signedAt ? signer : writer).id,
      signed_on: signedAt ?? null,
      signed_by_doctor_id: signedAt ? signer.id : null,
      signed_hash: signedAt ? signedHash(text) : '',
      verified_on: verifiedAt ?? null,
      verified_by_id: verifiedAt ? verifier.id : null,
    },
  ]
}

interface VersionStep {
  at: Date | undefined
  by: { id: string }
  status: ReportStatus
  text: ReportText
}

/** Returns the history of that report: the draft, the signed text, the verification. */
export function versionsOf(study: DemoStudy): Insertable<ReportVersion>[] {
  const { row, exam, reading, timeline, writer, signer, verifier } = study
  const { status, writtenAt, signedAt, verifiedAt } = timeline
  if (!writtenAt) return []
  const finished = finishedText(exam.description, reading)
  const draft = unfinishedText(exam.description, reading)
  const steps: VersionStep[] = [
    {
      at: writtenAt,
      by: writer,
      status: signedAt ? 'Draft' : status,
      text: signedAt || !timeline.isFinished ? draft : finished,
    },
    { at: signedAt, by: signer, status: 'Signed', text: finished },
    { at: verifiedAt, by: verifier, status: 'Verified', text: finished },
  ]
  return steps.flatMap(({ at, by, status: reached, text }, index) =>
    at
      ? [
          {
            client_id: row.client_id,
            id: demoId('version', `${row.id} ${index + 1}`),
            report_id: reportIdOf(row.id, 1),
            study_id: row.id,
            report_no: 1,
            rev: index + 1,
            status: reached,
            ...text,
            signed_hash: isSigned(reached) ? signedHash(text) : '',
            created: at,
            updated: at,
            created_by: by.id,
          },
        ]
      : [],
  )
}
