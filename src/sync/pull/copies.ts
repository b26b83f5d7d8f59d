import type { Table } from 'dexie'
import type { BookingRow } from '#contract/calls/bookings.ts'
import type { NotificationRow } from '#contract/calls/notifications.ts'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { CopyRow, DatedCopy, ReportCopy, StudyCopy, VisitCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { Opened } from '#src/db/repository.ts'

/**
 * The scope of a copy that came with an answer instead of the feed: a study opened outside of the device's window, or
 * the result of an own command. The first real scope replaces it.
 */
export const LOCAL_SCOPE = 'local'

type NewCopy<Row extends CopyRow, Body> = Opened<Row, Body>

export function studyCopy(body: StudyRow, scope: string): NewCopy<StudyCopy, StudyRow> {
  return {
    id: body.id,
    rev: body.rev,
    scope,
    received: Date.parse(body.received_datetime),
    branch: body.branch_id ?? '',
    status: body.status,
    modality: body.modality,
    assigned: body.assigned_doctor_id ?? '',
    signer: body.signed_by_doctor_id ?? '',
    body,
  }
}

export function reportCopy(body: ReportRow, scope: string): NewCopy<ReportCopy, ReportRow> {
  return { id: body.id, rev: body.rev, scope, study: body.study_id, status: body.status, body }
}

export function visitCopy(body: VisitRow, scope: string): NewCopy<VisitCopy, VisitRow> {
  const { id, rev, branch_id, patient_id, status } = body
  return {
    id,
    rev,
    scope,
    at: Date.parse(body.start_dt),
    branch: branch_id,
    patient: patient_id,
    status,
    body,
  }
}

export function patientCopy(body: PatientRow, scope: string): NewCopy<DatedCopy, PatientRow> {
  return { id: body.id, rev: body.rev, scope, at: Date.parse(body.touched), body }
}

export function bookingCopy(body: BookingRow, scope: string): NewCopy<DatedCopy, BookingRow> {
  return { id: body.id, rev: body.rev, scope, at: Date.parse(body.created), body }
}

export function notificationCopy(body: NotificationRow, scope: string): NewCopy<DatedCopy, NotificationRow> {
  return { id: body.id, rev: body.rev, scope, at: Date.parse(body.created), body }
}

/** Records in an answer of the server. */
export interface Confirmed {
  study?: StudyRow
  reports?: readonly ReportRow[]
}

/** Stores the records of an answer if they are newer than the copies: `rev` decides, never the order of arrival. */
export async function keepConfirmed(databases: Databases, confirmed: Confirmed): Promise<void> {
  await keepAllConfirmed(databases, [confirmed])
}

/** The same for many answers, in one transaction. */
export async function keepAllConfirmed(databases: Databases, all: readonly Confirmed[]): Promise<void> {
  const { cache } = databases
  const [studies, reports] = await Promise.all([
    databases.studies.sealAll(all.flatMap(({ study }) => (study ? [studyCopy(study, LOCAL_SCOPE)] : []))),
    databases.reports.sealAll(
      all.flatMap(({ reports = [] }) => reports.map((row) => reportCopy(row, LOCAL_SCOPE))),
    ),
  ])
  if (studies.length + reports.length === 0) return
  await cache.transaction('rw', cache.studies, cache.reports, () =>
    Promise.all([putNewer(cache.studies, studies), putNewer(cache.reports, reports)]),
  )
}

async function putNewer<Row extends CopyRow>(table: Table<Row, string>, rows: readonly Row[]): Promise<void> {
  // Several answers may contain the same record: only its newest revision counts.
  const newest = new Map<string, Row>()
  for (const row of rows) if (row.rev >= (newest.get(row.id)?.rev ?? 0)) newest.set(row.id, row)
  const kept = await table.bulkGet([...newest.keys()])
  const news = [...newest.values()].flatMap((row, i) => {
    const copy = kept[i]
    if (!copy) return [row]
    return row.rev > copy.rev ? [{ ...row, scope: copy.scope }] : []
  })
  await table.bulkPut(news)
}
