import { sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Context, Tx } from '#server/kernel/context.ts'

/** Returns an active department; departments belong to the platform and are shared by all clients. */
export async function findDepartment(
  tx: Tx,
  id: string,
): Promise<{ id: string; is_radiology: boolean } | undefined> {
  return tx
    .selectFrom('department')
    .select(['id', 'isradiology as is_radiology'])
    .where('client_id', '=', PLATFORM_CLIENT_ID)
    .where('id', '=', id)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .executeTakeFirst()
}

/** Returns an active machine. */
export function findMachine(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('machine')
    .select(['id', 'branch_id', 'department_id'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .executeTakeFirst()
}

/** Returns the ids of the clinic doctors who see patients of a department at a branch. */
export async function selectClinicDoctors(
  { tx, caller }: Context,
  { branchId, departmentId }: { branchId: string; departmentId: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('app_user')
    .select('id')
    .where('client_id', '=', caller.clientId)
    .where('is_clinic_doctor', '=', true)
    .where('department_id', '=', departmentId)
    .where(sql<boolean>`${branchId}::uuid = any(branch_ids)`)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
