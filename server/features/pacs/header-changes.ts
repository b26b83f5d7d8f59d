import type { Updateable } from 'kysely'
import type { Identity } from '#domain/match/identity-differences.ts'
import { hasSigned } from '#domain/report/filed.ts'
import { isUnwritten, type ReportStatus } from '#domain/status/report-status.ts'
import { identityMoves, SOURCE_FIELDS } from '#domain/study/dicom/source-change.ts'
import type { StudyHeader } from '#domain/study/dicom/study-header.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { keptAfterHeader } from '../studies/public/kept-identity.ts'
import type { StoredStudy } from './public/store.ts'

/** Image facts: always taken from the server, even after a report was written. */
const IMAGE_FIELDS = ['no_of_img', 'modality'] as const
/** Facts about the patient and the examination, which a person may have corrected here. */
const IDENTITY_FIELDS = [
  'pat_id',
  'pat_name',
  'pat_sex',
  'pat_birthdate',
  'study_desc',
  'accession_no',
  'ref_physician',
] as const

const SOURCE: ReadonlySet<string> = new Set(SOURCE_FIELDS)

/**
 * Returns what a later header changes in a known study. Late series always count. An identity field follows the
 * server only while it still equals the earlier header. None of them follows once a person corrected one, split the
 * study, or signed a report. Nor does the patient change once the study is linked to a visit or a text was begun; the
 * difference is stored and shown (docs/decisions/305). Reporting fields are never changed.
 */
export function headerChanges(
  stored: StoredStudy,
  before: StudyHeader | undefined,
  now: StudyHeader,
): Updateable<Study> {
  const change: Updateable<Study> = {}
  for (const field of IMAGE_FIELDS)
    if (stored[field] !== now[field]) Object.assign(change, { [field]: now[field] })
  if (hasSigned({ status: stored.status as ReportStatus, signed_reports: stored.signed_reports }))
    return change
  const kept = keptAfterHeader(stored.kept_identity as Identity | null, before, now)
  if (kept) change.kept_identity = JSON.stringify(kept)
  const isHeld = isWorkedOn(stored) && before !== undefined && identityMoves(before, now).length > 0
  const fields = stored.edited_on ? (['src_aet'] as const) : [...IDENTITY_FIELDS, 'src_aet' as const]
  for (const field of fields) {
    if (isHeld && SOURCE.has(field)) continue
    const isOurs = before === undefined || stored[field] !== before[field]
    if (!isOurs && stored[field] !== now[field]) Object.assign(change, { [field]: now[field] })
  }
  if (isMoved(stored, before, now)) change.study_datetime = now.study_datetime
  return change
}

/** Somebody linked the study to a visit or wrote about it, so a person has checked the identity. */
const isWorkedOn = ({ visit_service_id, status }: StoredStudy) =>
  (visit_service_id ?? null) !== null || !isUnwritten(status as ReportStatus)

const timeOf = (text: string | null | undefined) => (text ? new Date(text).getTime() : null)

function isMoved(stored: StoredStudy, before: StudyHeader | undefined, now: StudyHeader): boolean {
  const own = stored.study_datetime?.getTime() ?? null
  return before !== undefined && own === timeOf(before.study_datetime) && own !== timeOf(now.study_datetime)
}
