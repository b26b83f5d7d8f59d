import { type Selectable, type SqlBool, sql } from 'kysely'
import type { directoryCalls, UserItem } from '#contract/calls/directory.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { AppUser } from '#server/kernel/database/schema.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'

type Filter = ParsedInputOf<typeof directoryCalls.doctors>

const KINDS = ['is_doctor', 'is_clinic_doctor', 'is_ref_doctor'] as const

/** Returns people of the client for pickers, by name; active reading doctors by default. */
export async function selectPeople(
  tx: Tx,
  { clientId, userType }: Caller,
  filter: Filter,
): Promise<UserItem[]> {
  const { p, ps, k, role_id, ref_doctor_type, status = '1' } = filter
  let query = tx
    .selectFrom('app_user')
    .select(['id', 'rev', 'name', 'can_sign', 'role_id', 'active', 'is_doctor', 'is_clinic_doctor'])
    .select(['is_ref_doctor', 'ref_doctor_type', 'department_id', 'branch_ids'])
    .where('client_id', '=', clientId)
    .where('user_type', '=', userType)
    .where('hidden', 'is', null)
    .where('active', '=', status === '1')
    .where(ofKinds(filter))
  for (const condition of searchConditions([sql.ref('name')], k)) query = query.where(condition)
  if (role_id !== undefined) query = query.where('role_id', '=', role_id)
  if (ref_doctor_type !== undefined) query = query.where('ref_doctor_type', '=', ref_doctor_type)
  const rows = await query
    .orderBy('name')
    .orderBy('id')
    .limit(ps)
    .offset((p - 1) * ps)
    .execute()
  return rows.map(toItem)
}

/** Returns active doctors of every kind for the desk's devices; `ids` narrows the result. */
export async function selectDeskPeople(
  tx: Tx,
  { clientId }: Caller,
  ids?: readonly string[],
): Promise<UserItem[]> {
  let query = deskPeople(tx, clientId)
    .select(['id', 'rev', 'name', 'can_sign', 'role_id', 'active', 'is_doctor', 'is_clinic_doctor'])
    .select(['is_ref_doctor', 'ref_doctor_type', 'department_id', 'branch_ids'])
  if (ids) query = query.where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
  return (await query.orderBy('id').execute()).map(toItem)
}

/** Returns only their ids and revisions. */
export function selectDeskPeopleRevisions(
  tx: Tx,
  { clientId }: Caller,
): Promise<{ id: string; rev: number }[]> {
  return deskPeople(tx, clientId).select(['id', 'rev']).execute()
}

const deskPeople = (tx: Tx, clientId: string) =>
  tx
    .selectFrom('app_user')
    .where('client_id', '=', clientId)
    .where('user_type', '=', 'CLIENT')
    .where('hidden', 'is', null)
    .where('active', '=', true)
    .where(sql<SqlBool>`(is_doctor or is_clinic_doctor or is_ref_doctor)`)

type PersonRecord = Pick<
  Selectable<AppUser>,
  | 'id'
  | 'rev'
  | 'name'
  | 'role_id'
  | 'active'
  | 'can_sign'
  | 'is_doctor'
  | 'is_clinic_doctor'
  | 'is_ref_doctor'
  | 'ref_doctor_type'
  | 'department_id'
  | 'branch_ids'
>

const toItem = ({ active, ...row }: PersonRecord): UserItem => ({
  ...row,
  ref_doctor_type: row.ref_doctor_type as UserItem['ref_doctor_type'],
  status: flag(active),
  can_sign: flag(row.can_sign),
  is_doctor: flag(row.is_doctor),
  is_clinic_doctor: flag(row.is_clinic_doctor),
  is_ref_doctor: flag(row.is_ref_doctor),
})

const flag = (value: boolean) => (value ? 1 : 0)

// Without a filter the call returns doctors, because it was originally the doctors' picker.
function ofKinds(filter: Filter) {
  const isAsked =
    filter.role_id !== undefined ||
    filter.ref_doctor_type !== undefined ||
    KINDS.some((kind) => filter[kind] !== undefined)
  const wanted = isAsked ? filter : { is_doctor: '1' as const }
  const conditions = KINDS.flatMap((kind) => {
    const value = (wanted as Partial<Filter>)[kind]
    return value === undefined ? [] : [sql<SqlBool>`${sql.ref(kind)} = ${value === '1'}`]
  })
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
}
