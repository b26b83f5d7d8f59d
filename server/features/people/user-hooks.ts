import { filePath } from '#contract/calls/files.ts'
import type { user } from '#contract/masters/user.ts'
import { user as declared } from '#contract/masters/user.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { UserType } from '#domain/access/session.ts'
import { fullName, type KindFlags } from '#domain/access/user-kinds.ts'
import type { Caller } from '#server/kernel/context.ts'
import { hooked, type MasterHooks, type Reading, type StoredRow } from '#server/masters/hooks.ts'

/**
 * Returns the type of people that the caller's administrators manage: platform staff in the platform, client staff in
 * a client.
 */
export const keptType = ({ clientId }: Pick<Caller, 'clientId'>): UserType =>
  clientId === PLATFORM_CLIENT_ID ? 'ADMIN' : 'CLIENT'

const hooks: MasterHooks<typeof user> = {
  // Excludes patients, who are also stored as users.
  visible: (eb, caller) => eb('m.user_type', '=', keptType(caller)),
  filter: (eb, { role_id }) => (role_id === undefined ? undefined : eb('m.role_id', '=', Number(role_id))),
  complete: async (rows, reading) => {
    const [roles, departments] = [await rolesOf(rows, reading), await departmentsOf(rows, reading)]
    return new Map(rows.map((row) => [row.id, completed(row, roles, departments)]))
  },
}

/** Users in the form of the masters' engine: their list, their copies, one record. */
export const mountedUsers = hooked(declared, hooks)

function completed(row: StoredRow, roles: Names<number>, departments: Names<string>) {
  const photo = row.photo_file_id as string | null
  return {
    role_id: row.role_id as number,
    role: roles.get(row.role_id as number) ?? '',
    department: departments.get(row.department_id as string) ?? '',
    // Patients' and older records may only have `name`.
    name: fullName(row.fname as string, row.lname as string) || (row.name as string),
    img_url: photo ? filePath(photo) : '',
    allowed_ips: (row.allowed_ips as string[]).join(', '),
    ref_doctor_type: (row.ref_doctor_type as string) || null,
  }
}

type Names<Id> = ReadonlyMap<Id, string>

async function rolesOf(rows: readonly StoredRow[], { tx, caller }: Reading): Promise<Names<number>> {
  const found = await tx
    .selectFrom('role')
    .select(['id', 'name'])
    .where('client_id', '=', caller.clientId)
    .where('id', 'in', [...new Set(rows.map((row) => row.role_id as number))])
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

async function departmentsOf(rows: readonly StoredRow[], { tx, caller }: Reading): Promise<Names<string>> {
  const ids = [...new Set(rows.flatMap((row) => (row.department_id as string | null) ?? []))]
  if (ids.length === 0) return new Map()
  const found = await tx
    .selectFrom('department')
    .select(['id', 'name'])
    .where('client_id', 'in', [caller.clientId, PLATFORM_CLIENT_ID])
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

const flag = (value: unknown) => (value === true ? 1 : 0)

/** Returns the kinds of person of a stored row. */
export const kindOf = (row: StoredRow): KindFlags => ({
  is_doctor: flag(row.is_doctor),
  is_clinic_doctor: flag(row.is_clinic_doctor),
  is_ref_doctor: flag(row.is_ref_doctor),
})
