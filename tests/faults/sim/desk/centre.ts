import { randomUUID } from 'node:crypto'
import type { Permission } from '#domain/access/permissions.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { Tx } from '#server/kernel/context.ts'

/** A front desk's records of its client: two branches with one machine each, a service, a form, and the staff. */
export interface Centre {
  branches: readonly CentreBranch[]
  departmentId: string
  serviceId: string
  documentTagId: string
  formId: string
}

export interface CentreBranch {
  id: string
  machineId: string
}

/** The service's price, in the client's currency. */
export const CHARGES = 1_000
/** The service's duration. */
export const SLOT_MINUTES = 30
export const ZONE = 'Asia/Kolkata'

const DESK_MODULES: readonly Permission[] = [
  'appointments',
  'scan_worklist',
  'create_receipt',
  'create_refund',
  'cancel_receipt',
  'close_any_day',
]
/** The role of a desk; schedules remove and restore its rights. */
export const DESK_ROLE = 5
export const DESK_RIGHTS = [...DESK_MODULES]

/** The desks, by the indexes of their branches: two work at the first branch, the third at both. */
export const DESK_BRANCHES = [[0], [0], [0, 1]] as const

/** Inserts the front desk of a client that has its first branch. */
export async function insertCentre(tx: Tx, clientId: string, firstBranch: string): Promise<Centre> {
  const branches = [firstBranch, randomUUID()].map((id) => ({ id, machineId: randomUUID() }))
  const department = await tx
    .selectFrom('department')
    .select('id')
    .where('client_id', '=', PLATFORM_CLIENT_ID)
    .where('name', '=', 'MRI')
    .executeTakeFirstOrThrow()
  const centre = {
    branches,
    departmentId: department.id,
    serviceId: randomUUID(),
    documentTagId: randomUUID(),
    formId: randomUUID(),
  }
  const own = { client_id: clientId }
  await tx
    .insertInto('branch')
    .values({ ...own, id: branches[1]!.id, name: 'Second', time_zone: ZONE })
    .execute()
  await tx
    .insertInto('department_client')
    .values({ ...own, id: department.id, charges: CHARGES, slot_duration: SLOT_MINUTES })
    .execute()
  const machines = branches.map(({ id, machineId }, place) => ({
    ...own,
    id: machineId,
    branch_id: id,
    department_id: department.id,
    name: 'MRI 1',
    aet: `MRI${place}`,
    modality: 'MR',
  }))
  await tx.insertInto('machine').values(machines).execute()
  await tx
    .insertInto('service')
    .values({
      ...own,
      id: centre.serviceId,
      department_id: department.id,
      name: 'MR Knee',
      code: 'MRK',
      charges: CHARGES,
    })
    .execute()
  await tx
    .insertInto('document_tag')
    .values({ ...own, id: centre.documentTagId, name: 'Referral letter' })
    .execute()
  await tx
    .insertInto('consent_form')
    .values({ ...own, id: centre.formId, name: 'Contrast' })
    .execute()
  await tx
    .insertInto('role')
    .values({ ...own, id: DESK_ROLE, name: 'Front desk', modules: [...DESK_MODULES] })
    .execute()
  return centre
}
