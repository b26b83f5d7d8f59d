import { type Selectable, sql } from 'kysely'
import type { StudyRow } from '#contract/calls/studies.ts'
import { ageText } from '#domain/patient/age.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import { branchScope, doctorScope } from '#server/kernel/scopes.ts'
import { visibleStudies } from './rights.ts'
import { viewerUrlOf } from './viewer-url.ts'

/** The columns that decide in which scopes of the feed a study stands. */
type ScopeColumns = Pick<StudyRow, 'branch_id' | 'assigned_doctor_id' | 'signed_by_doctor_id'>

/** Scopes of a study: its branch, and the worklists of its writing and its signing doctor. */
export function studyScopes(study: ScopeColumns): string[] {
  const doctors = [study.assigned_doctor_id, study.signed_by_doctor_id].filter((id) => id !== null)
  return [branchScope(study.branch_id), ...new Set(doctors.map(doctorScope))]
}

/**
 * Rows of these studies as they travel, in the order of `ids`; what is hidden or of another client is left out.
 * Rights are the caller's matter: ids come from a query that asked for them.
 */
export async function selectStudyRows(tx: Tx, ids: readonly string[], now: Date): Promise<StudyRow[]> {
  if (ids.length === 0) return []
  const found = await namedStudies(tx)
    .where('s.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('s.hidden', 'is', null)
    .execute()
  const byId = new Map(found.map((row) => [row.id, toStudyRow(row, now)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Of these ids, the ones that the caller may open. */
export async function selectVisibleIds(tx: Tx, caller: Caller, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('study as s')
    .select('s.id')
    .where('s.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('s.hidden', 'is', null)
    .where(visibleStudies(caller))
    .execute()
  return rows.map((row) => row.id)
}

/** One study as it travels, or undefined where there is none or it is outside the caller's rights. */
export async function findVisibleStudy(
  tx: Tx,
  caller: Caller,
  id: string,
  now: Date,
): Promise<StudyRow | undefined> {
  const [row] = await selectStudyRows(tx, await selectVisibleIds(tx, caller, [id]), now)
  return row
}

/** One study as it travels, for a change that holds its lock. */
export async function getStudyRow(tx: Tx, id: string, now: Date): Promise<StudyRow> {
  const [row] = await selectStudyRows(tx, [id], now)
  if (!row) throw new Error('a study that is locked is not there')
  return row
}

function namedStudies(tx: Tx) {
  return tx
    .selectFrom('study as s')
    .leftJoin('branch as b', (on) =>
      on.onRef('b.client_id', '=', 's.client_id').onRef('b.id', '=', 's.branch_id'),
    )
    .leftJoin('pacs as p', (on) =>
      on.onRef('p.client_id', '=', 's.client_id').onRef('p.id', '=', 's.pacs_id'),
    )
    .leftJoin('study_tag as t', (on) =>
      on.onRef('t.client_id', '=', 's.client_id').onRef('t.id', '=', 's.tag_id'),
    )
    .leftJoin('study_tag as c', (on) =>
      on.onRef('c.client_id', '=', 's.client_id').onRef('c.id', '=', 's.tag_critical_id'),
    )
    .leftJoin('app_user as a', (on) =>
      on.onRef('a.client_id', '=', 's.client_id').onRef('a.id', '=', 's.assigned_doctor_id'),
    )
    .leftJoin('app_user as d', (on) =>
      on.onRef('d.client_id', '=', 's.client_id').onRef('d.id', '=', 's.signed_by_doctor_id'),
    )
    .leftJoin('app_user as v', (on) =>
      on.onRef('v.client_id', '=', 's.client_id').onRef('v.id', '=', 's.verified_by_id'),
    )
    .selectAll('s')
    .select([
      'b.name as branch',
      'b.time_zone',
      'p.type as pacs_type',
      'p.viewer_url as viewer_template',
      't.name as tag',
      't.color as tag_color',
      'c.name as tag_critical',
      'c.color as tag_color_critical',
      'a.name as assigned_doctor',
      'd.name as signed_by_doctor',
      'v.name as verified_by_user',
    ])
}

type NamedStudy = Selectable<Study> &
  Record<
    | 'branch'
    | 'time_zone'
    | 'pacs_type'
    | 'viewer_template'
    | 'tag'
    | 'tag_color'
    | 'tag_critical'
    | 'tag_color_critical'
    | 'assigned_doctor'
    | 'signed_by_doctor'
    | 'verified_by_user',
    string | null
  >

function toStudyRow(s: NamedStudy, now: Date): StudyRow {
  return {
    id: s.id,
    study_id: s.id,
    rev: s.rev,
    client_id: s.client_id,
    study_iuid: s.study_iuid,
    pat_id: s.pat_id,
    pat_name: s.pat_name,
    pat_sex: s.pat_sex,
    pat_age: ageText(s.pat_birthdate, dayAt(s.study_datetime ?? s.received_datetime, s.time_zone ?? 'UTC')),
    pat_birthdate: s.pat_birthdate,
    study_desc: s.study_desc,
    study_datetime: iso(s.study_datetime),
    received_datetime: s.received_datetime.toISOString(),
    modality: s.modality,
    no_of_img: s.no_of_img,
    accession_no: s.accession_no,
    ref_physician: s.ref_physician,
    status: s.status as ReportStatus,
    tat: s.tat,
    no_of_reports: s.no_of_reports,
    assigned_doctor: s.assigned_doctor ?? '',
    assigned_doctor_id: s.assigned_doctor_id,
    assigned_on: iso(s.assigned_on),
    signed_by_doctor: s.signed_by_doctor ?? '',
    signed_by_doctor_id: s.signed_by_doctor_id,
    signed_on: iso(s.signed_on),
    verified_on: iso(s.verified_on),
    verified_by_user: s.verified_by_user ?? '',
    tag_id: s.tag_id,
    tag: s.tag ?? '',
    tag_color: s.tag_color ?? '',
    tag_critical_id: s.tag_critical_id,
    tag_critical: s.tag_critical ?? '',
    tag_color_critical: s.tag_color_critical ?? '',
    src_aet: s.src_aet,
    branch_id: s.branch_id,
    branch: s.branch ?? '',
    pacs_id: s.pacs_id,
    pacs_type: s.pacs_type ?? '',
    viewer_url: viewerUrlOf(s.viewer_template ?? '', s),
    is_active_for_patient: s.active_until !== null && s.active_until > now ? 1 : 0,
    payment_status: s.payment_status,
  }
}

const iso = (time: Date | null) => time?.toISOString() ?? null
