import { sql } from 'kysely'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { departmentCalls } from '#contract/masters/department.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Context } from '#server/kernel/context.ts'

type WithMachines = OutputOf<typeof departmentCalls.withMachines>['result']

export interface MachineFilter {
  branchId: string | undefined
  isRadiology: boolean | undefined
}

/** Returns active departments with their active machines at the caller's branches, or at the requested one. */
export async function selectWithMachines(
  { tx, caller }: Context,
  { branchId, isRadiology }: MachineFilter,
): Promise<WithMachines> {
  const own = caller.isClientAdmin ? sql`` : sql`and m.branch_id = any(${[...caller.branchIds]}::uuid[])`
  const one = branchId === undefined ? sql`` : sql`and m.branch_id = ${branchId}`
  const kind = isRadiology === undefined ? sql`` : sql`and d.isradiology = ${isRadiology}`
  const { rows } = await sql<WithMachines[number]>`
    select d.id, d.name, d.isradiology::int as isradiology, coalesce(c.slot_duration, 15) as slot_duration,
      coalesce(c.may_overlap, false)::int as may_overlap,
      coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'branch_id', m.branch_id, 'name', m.name, 'aet', m.aet,
        'modality', m.modality, 'disp_odr', m.disp_odr) order by m.disp_odr, lower(m.name))
        filter (where m.id is not null), '[]') as machines
    from department d
    left join department_client c on c.client_id = ${caller.clientId} and c.id = d.id
    left join machine m on m.client_id = ${caller.clientId} and m.department_id = d.id and m.active
      and m.hidden is null ${own} ${one}
    where d.client_id = ${PLATFORM_CLIENT_ID} and d.active and d.hidden is null ${kind}
    group by d.id, d.name, d.isradiology, c.slot_duration, c.may_overlap
    order by lower(d.name)`.execute(tx)
  return rows
}
