import { sql } from 'kysely'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { branchScope, doctorScope } from '#server/kernel/scopes.ts'
import { STUDY_COLUMNS, type StudyRecord } from '../columns.ts'
import { selectNames } from '../names.ts'
import { toStudyRow } from '../to-study-row.ts'
import { visibleStudies } from './rights.ts'

/** The columns that decide in which feed scopes a study is. */
type ScopeColumns = Pick<StudyRow, 'branch_id' | 'assigned_doctor_id' | 'signed_by_doctor_id'>

/** Returns the scopes of a study: its branch, and the worklists of its writing and its signing doctor. */
export function studyScopes(study: ScopeColumns): string[] {
  const doctors = [study.assigned_doctor_id, study.signed_by_doctor_id].filter((id) => id !== null)
  return [branchScope(study.branch_id), ...new Set(doctors.map(doctorScope))]
}

/** Returns these studies in wire format, in their order. Does not check rights. */
export async function withNames(tx: Tx, studies: readonly StudyRecord[], now: Date): Promise<StudyRow[]> {
  if (studies.length === 0) return []
  const names = await selectNames(tx, studies)
  return studies.map((study) => toStudyRow(study, names, now))
}

/** Does the same for one study that a change has already locked and read. */
export async function nameStudy(tx: Tx, study: StudyRecord, now: Date): Promise<StudyRow> {
  return toStudyRow(study, await selectNames(tx, [study]), now)
}

/**
 * Selects these studies in wire format, in the order of `ids`; omits hidden ones and those of other clients.
 * Does not check rights: the query that selected the ids must have done so.
 */
export async function selectStudyRows(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
  now: Date,
): Promise<StudyRow[]> {
  if (ids.length === 0) return []
  const found = await tx
    .selectFrom('study as s')
    .select(STUDY_COLUMNS)
    .where('s.client_id', '=', clientId)
    .where('s.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('s.hidden', 'is', null)
    .execute()
  const byId = new Map(found.map((row) => [row.id, row]))
  return withNames(
    tx,
    ids.flatMap((id) => byId.get(id) ?? []),
    now,
  )
}

/** Returns those of the given ids whose studies the caller may open. */
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

/** Returns one study in wire format, or undefined if it does not exist or is outside the caller's rights. */
export async function findVisibleStudy(
  tx: Tx,
  caller: Caller,
  id: string,
  now: Date,
): Promise<StudyRow | undefined> {
  const [row] = await selectStudyRows(tx, caller.clientId, await selectVisibleIds(tx, caller, [id]), now)
  return row
}

/** Returns one study in wire format, for a change that holds its lock. */
export async function getStudyRow(tx: Tx, clientId: string, id: string, now: Date): Promise<StudyRow> {
  const [row] = await selectStudyRows(tx, clientId, [id], now)
  if (!row) throw new Error('a study that is locked is not there')
  return row
}
