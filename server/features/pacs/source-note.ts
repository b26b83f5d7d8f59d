import type { Updateable } from 'kysely'
import { v7 as mintId } from 'uuid'
import { hasSigned } from '#domain/report/filed.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import {
  identityMoves,
  type SourceChange,
  sourceChange,
  sourceFacts,
} from '#domain/study/dicom/source-change.ts'
import type { DicomHeader, StudyHeader } from '#domain/study/dicom/study-header.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { insertEdit } from '../study-edit/public/store.ts'
import type { StoredStudy } from './public/store.ts'

interface Followed {
  stored: StoredStudy
  /** The stored header and the new one, as read. */
  before: StudyHeader | undefined
  now: StudyHeader
  header: DicomHeader
  /** The part of the new header that is taken over. */
  change: Updateable<Study>
}

/**
 * Returns what else a later header writes into a known study: that its image server holds it, and differences that
 * were not taken over (docs/decisions/305). Empty if nothing changes.
 */
export function sourceNote({ stored, before, now, header, change }: Followed): Updateable<Study> {
  const kept = stored.source_changed as SourceChange | null
  const note = sourceChange({
    kept,
    shown: { ...stored, ...change },
    before: before && sourceFacts(stored.dicom_header as DicomHeader, before),
    now: sourceFacts(header, now),
    isDayFollowed: !hasSigned({
      status: stored.status as ReportStatus,
      signed_reports: stored.signed_reports,
    }),
  })
  return {
    ...(stored.missing_at_source_since !== null && { missing_at_source_since: null }),
    ...(!isSame(kept, note) && { source_changed: note && JSON.stringify(note) }),
  }
}

const inOrder = (note: SourceChange | null) =>
  note &&
  JSON.stringify([
    Object.entries(note.fields ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [note.day, note.images, note.series].map((pair) => pair && [pair.was, pair.is]),
  ])
const isSame = (a: SourceChange | null, b: SourceChange | null) => inOrder(a) === inOrder(b)

/**
 * Records in the study's identity history that it followed its image server to another name, number or date of birth.
 */
export async function noteFollowed(work: Write, before: StoredStudy, after: StoredStudy): Promise<void> {
  const fields = identityMoves(before, after)
  if (fields.length === 0) return
  const only = (study: StoredStudy) =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, study[field]])))
  await insertEdit(work.tx, {
    client_id: after.client_id,
    id: mintId(),
    study_id: after.id,
    study_rev: after.rev,
    kind: 'source',
    before: only(before),
    after: only(after),
    edited_by: null,
    edited_on: work.now,
  })
}
