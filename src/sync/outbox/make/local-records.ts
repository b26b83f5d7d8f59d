import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { REPORT_NUMBERS, reportIdOf } from '#domain/report/report-id.ts'
import type { ReportCopy, StudyCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { openWaiting, readWaiting, type WaitingChange, withWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import { localDesk } from '#src/sync/desk/local-desk.ts'
import type { LocalRecords } from '#src/sync/effects/effect.ts'
import { findLocalFile } from '#src/sync/files/file-copies.ts'
import { openNotifications, readNotifications } from '#src/sync/notifications/local-notifications.ts'

/** A study's rows as stored: read inside a live query, opened outside of it. */
export interface StoredStudy {
  copy: StudyCopy | undefined
  waiting: OverlayRow[]
}

/** The rows of a study's reports as stored. */
export interface StoredReports {
  studyId: string
  copies: ReportCopy[]
  waiting: OverlayRow[]
}

/** The records of the device as shown: copies with the waiting changes applied. */
export function localRecords(databases: Databases): LocalRecords {
  return {
    findStudy: async (id) => openStudy(databases, await readStudy(databases, id)),
    findReports: async (studyId) => openReports(databases, await readReports(databases, studyId)),
    findDoctor: async (id) => (await databases.doctors.find(id))?.body,
    findTags: async () => {
      const tags = await databases.tags.openAll(await databases.cache.tags.toArray())
      return tags.map(({ body }) => body)
    },
    findDocumentTag: async (id) => (await databases.documentTags.find(id))?.body,
    findFileType: async (id) => (await findLocalFile(databases, id))?.type,
    findNotifications: async () => openNotifications(databases, await readNotifications(databases)),
    ...localDesk(databases),
  }
}

export async function readStudy({ cache, work }: Databases, id: string): Promise<StoredStudy> {
  const [copy, waiting] = await Promise.all([cache.studies.get(id), readWaiting(work, 'study', [id])])
  return { copy, waiting }
}

export async function openStudy(
  databases: Databases,
  { copy, waiting }: StoredStudy,
): Promise<StudyRow | undefined> {
  if (!copy) return undefined
  const [{ body }, changes] = await Promise.all([
    databases.studies.open(copy),
    openWaiting(databases, waiting),
  ])
  return withWaiting(body, changes.get(copy.id))
}

// Reads by the ids that reports of this study can have, to skip the waiting changes of all other studies.
export async function readReports({ cache, work }: Databases, studyId: string): Promise<StoredReports> {
  const own = REPORT_NUMBERS.map((no) => reportIdOf(studyId, no))
  const [copies, waiting] = await Promise.all([
    cache.reports.where('study').equals(studyId).toArray(),
    readWaiting(work, 'report', own),
  ])
  const others = copies.map(({ id }) => id).filter((id) => !own.includes(id))
  if (others.length > 0) waiting.push(...(await readWaiting(work, 'report', others)))
  return { studyId, copies, waiting }
}

/** Returns the reports of a study by number: copies with their waiting changes, and those that exist only here. */
export async function openReports(databases: Databases, stored: StoredReports): Promise<ReportRow[]> {
  const [opened, changes] = await Promise.all([
    databases.reports.openAll(stored.copies),
    openWaiting(databases, stored.waiting),
  ])
  const copies = new Map(opened.map(({ id, body }) => [id, body]))
  return [...new Set([...copies.keys(), ...changes.keys()])]
    .flatMap((id) => showReport(copies.get(id), changes.get(id)) ?? [])
    .filter((report) => report.study_id === stored.studyId)
    .sort((a, b) => a.report_no - b.report_no)
}

// A report that was started on this device has no copy: its first change carries the whole row.
function showReport(
  copy: ReportRow | undefined,
  waiting: readonly WaitingChange[] = [],
): ReportRow | undefined {
  if (copy) return withWaiting(copy, waiting)
  const [first] = waiting
  return first && withWaiting({ ...(first.body as unknown as ReportRow), rev: 0 }, waiting)
}
