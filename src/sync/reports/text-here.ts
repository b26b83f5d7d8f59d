import { Dexie } from 'dexie'
import { hasPreview } from '#domain/report/filed.ts'
import { REPORT_NUMBERS, reportIdOf } from '#domain/report/report-id.ts'
import { isSigned, isUnwritten, REPORT_STATUSES, type ReportStatus } from '#domain/status/report-status.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import { localRecords } from '../outbox/make/local-records.ts'

/** A study, with the fields that tell whether its text is on the device. */
interface WrittenStudy {
  status: ReportStatus
  signed_reports?: number | undefined
}

/** False if the study has text but none of its `reports` is on this device. */
export function isWhole(study: WrittenStudy, reports: readonly unknown[]): boolean {
  return !hasPreview(study) || reports.length > 0
}

/** True if the study opens offline: it is on this device, with its text or without any. */
export async function isTextHere(databases: Databases, studyId: string): Promise<boolean> {
  const records = localRecords(databases)
  const [study, reports] = await Promise.all([records.findStudy(studyId), records.findReports(studyId)])
  return study !== undefined && isWhole(study, reports)
}

const WRITTEN = REPORT_STATUSES.filter((status) => !isSigned(status) && !isUnwritten(status))

/**
 * Ids of the studies with an unsigned text that is not on this device: it is sent to its writer and to the doctors whom
 * the study names (docs/sync.md#policies). Reads only indexes, so a Pending study with a report signed elsewhere is not
 * included.
 */
export async function findAbsentTexts({ cache, work }: Databases): Promise<string[]> {
  const found = await Promise.all(
    WRITTEN.map((status) =>
      cache.studies
        .where('[status+received]')
        .between([status, Dexie.minKey], [status, Dexie.maxKey])
        .primaryKeys(),
    ),
  )
  const written = found.flat()
  const [copied, waiting] = await Promise.all([
    cache.reports.where('study').anyOf(written).uniqueKeys(),
    readWaiting(work, 'report'),
  ])
  const here = new Set<unknown>(copied)
  const changed = new Set(waiting.map(({ record }) => record))
  return written.filter(
    (id) => !here.has(id) && !REPORT_NUMBERS.some((no) => changed.has(reportIdOf(id, no))),
  )
}
