import { sql } from 'kysely'
import type { BranchItem, DoctorItem, StudyTagItem, TemplateItem } from '#contract/calls/directory.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

/** Which records of a master to read: those with these ids, or all that are in use. */
export type Wanted = readonly string[] | 'all'

// A record that is named by id is read even when it is no longer in use: the device holds a copy that must follow.
function wanted(ids: Wanted) {
  return ids === 'all' ? sql<boolean>`active` : sql<boolean>`id = any(${[...ids]}::uuid[])`
}

/** The caller's branches: all of the client for its administrator, else those of branch_ids. */
export function selectBranches(tx: Tx, caller: Caller, ids: Wanted = 'all'): Promise<BranchItem[]> {
  let query = tx
    .selectFrom('branch')
    .select(['id', 'rev', 'name', 'time_zone'])
    .where('client_id', '=', caller.clientId)
    .where(wanted(ids))
  if (!caller.isClientAdmin)
    query = query.where('id', '=', sql<string>`any(${[...caller.branchIds]}::uuid[])`)
  return query.orderBy('name').execute()
}

export async function selectDoctors(tx: Tx, caller: Caller, ids: Wanted = 'all'): Promise<DoctorItem[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'rev', 'name', 'can_sign'])
    .where('client_id', '=', caller.clientId)
    .where('is_doctor', '=', true)
    .where(wanted(ids))
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, can_sign: row.can_sign ? 1 : 0 }))
}

export async function selectTags(tx: Tx, caller: Caller, ids: Wanted = 'all'): Promise<StudyTagItem[]> {
  const rows = await tx
    .selectFrom('study_tag')
    .select(['id', 'rev', 'name', 'color', 'type'])
    .where('client_id', '=', caller.clientId)
    .where(wanted(ids))
    .orderBy('type', 'desc')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, type: row.type as StudyTagItem['type'] }))
}

export async function selectTemplates(tx: Tx, caller: Caller, ids: Wanted = 'all'): Promise<TemplateItem[]> {
  const rows = await tx
    .selectFrom('template')
    .select(['id', 'rev', 'name', 'department', 'category', 'modality'])
    .select(['report_data', 'conclusion', 'recommendation', 'no_autosave'])
    .where('client_id', '=', caller.clientId)
    .where(wanted(ids))
    .orderBy('department')
    .orderBy('category')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, no_autosave: row.no_autosave ? 1 : 0 }))
}
