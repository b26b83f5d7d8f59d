import { type Expression, sql } from 'kysely'
import type { Caller } from '#server/kernel/context.ts'
import type { Reading } from '#server/masters/hooks.ts'

/** Data that a client stores about a department; the defaults if it has stored none yet. */
export interface ClientInfo {
  charges: number
  tat: number
  slot_duration: number
  default_refdr_charges: number
  default_refdr_charges_type: 'Percent' | 'Flat'
  branch_charges: Record<string, number>
  doctor_charges: Record<string, number>
  may_overlap: 0 | 1
}

/** The same defaults as in the table. */
export const NO_INFO: ClientInfo = {
  charges: 0,
  tat: 0,
  slot_duration: 15,
  default_refdr_charges: 0,
  default_refdr_charges_type: 'Percent',
  branch_charges: {},
  doctor_charges: {},
  may_overlap: 0,
}

interface InfoRow {
  id: string
  rev: number
  machine_count: number
  info: ClientInfo | null
}

/**
 * Returns the additional data of each department for the caller's client, by id: its info, the number of its
 * machines, and the revision, which is the sum of both rows' revisions so that it rises with each.
 */
export async function completeDepartments(
  departments: readonly { id: string; rev: number }[],
  { tx, caller }: Reading,
): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const { rows } = await sql<InfoRow>`
    select d.id, coalesce(c.rev, 0) as rev,
      (select count(*)::int from machine m where m.client_id = ${caller.clientId} and m.department_id = d.id
        and m.hidden is null) as machine_count,
      case when c.id is not null then jsonb_build_object('charges', c.charges, 'tat', c.tat,
        'slot_duration', c.slot_duration, 'default_refdr_charges', c.default_refdr_charges,
        'default_refdr_charges_type', c.default_refdr_charges_type, 'branch_charges', c.branch_charges,
        'doctor_charges', c.doctor_charges, 'may_overlap', c.may_overlap::int) end as info
    from unnest(${departments.map(({ id }) => id)}::uuid[]) as d (id)
    left join department_client c on c.client_id = ${caller.clientId} and c.id = d.id`.execute(tx)
  const own = new Map(departments.map(({ id, rev }) => [id, rev]))
  return new Map(
    rows.map(({ id, rev, machine_count, info }) => [
      id,
      { ...(info ?? NO_INFO), rev: rev + (own.get(id) ?? 0), machine_count },
    ]),
  )
}

/** The revision of a department's record, over its table as `m`. */
export const departmentRevision = ({ clientId }: Caller): Expression<number> =>
  sql<number>`m.rev + coalesce((select c.rev from department_client c
    where c.client_id = ${clientId} and c.id = m.id), 0)`
