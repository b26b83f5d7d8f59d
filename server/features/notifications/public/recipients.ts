import { sql } from 'kysely'
import type { Permission } from '#domain/access/permissions.ts'
import type { Tx } from '#server/kernel/context.ts'

/** The columns of a study that decide who sees it. */
export interface StudyPeople {
  client_id: string
  branch_id: string | null
  assigned_doctor_id: string | null
  signed_by_doctor_id: string | null
}

/** The permissions that show a person the studies of whole branches; must equal seesBranches in kernel/scopes.ts. */
const SEES_BRANCHES: readonly Permission[] = [
  'view_archives',
  'view_all_dr_worklist',
  'view_patient_portal_archives',
]

/** Selects the client's administrators, who are notified of failures of machine interfaces. */
export async function selectAdministrators(tx: Tx, clientId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('app_user as u')
    .select('u.id')
    .where('u.client_id', '=', clientId)
    .where('u.user_type', '=', 'CLIENT')
    .where('u.is_client_admin', '=', true)
    .where('u.active', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Selects the people who act on a critical result of the study: its owner, and those who may record the communication
 * and see the study.
 * Must equal mayRecord in criticals/public/open-and-save.ts.
 */
export async function selectActingOnCriticals(
  tx: Tx,
  study: StudyPeople,
  ownerId: string,
): Promise<string[]> {
  const { client_id, branch_id, assigned_doctor_id, signed_by_doctor_id } = study
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u
    join role r on r.client_id = u.client_id and r.id = u.role_id
    where u.client_id = ${client_id} and u.user_type = 'CLIENT' and u.active and (
      u.id = ${ownerId} or u.is_client_admin
      or (r.active and 'assign_critical_tag_to_study' = any (r.modules) and (
        (r.modules && ${[...SEES_BRANCHES]}::text[] and ${branch_id}::uuid = any (u.branch_ids))
        or (u.is_doctor and u.id in (${assigned_doctor_id}::uuid, ${signed_by_doctor_id}::uuid)))))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Selects the desk of a branch: people who work with its appointments. Requests without a branch belong to
 * administrators.
 */
export async function selectDesk(tx: Tx, clientId: string, branchId: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from app_user u
    join role r on r.client_id = u.client_id and r.id = u.role_id
    where u.client_id = ${clientId} and u.user_type = 'CLIENT' and u.active
      and r.active and 'appointments' = any (r.modules)
      and (${branchId}::uuid = any (u.branch_ids) or u.is_client_admin)`.execute(tx)
  return rows.map(({ id }) => id)
}
