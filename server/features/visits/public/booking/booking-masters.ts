import { sql } from 'kysely'
import type { LabService } from '#contract/masters/service.ts'
import type { ServiceType } from '#domain/status/service-status.ts'
import type { Context } from '#server/kernel/context.ts'

/** The data of a service that a booking needs, with the settings of its department for this client. */
export interface BookedService {
  id: string
  name: string
  code: string
  type: ServiceType
  in_use: boolean
  is_radiology: boolean
  islaboratory: boolean
  modality: string
  lab_services: LabService[]
  department_id: string
  commission: Rate
  department_commission: Rate
}

interface Rate {
  type: 'Percent' | 'Flat'
  rate: number
}

export interface BookedDepartment {
  id: string
  in_use: boolean
  is_radiology: boolean
  slot_minutes: number
  may_overlap: boolean
  /** True if the branch has a machine of this department in use. */
  has_machine: boolean
}

export interface BookedMachine {
  id: string
  branch_id: string
  department_id: string
  modality: string
  in_use: boolean
}

export interface BookedPerson {
  id: string
  in_use: boolean
  is_ref_doctor: boolean
  ref_doctor_type: string
  is_clinic_doctor: boolean
}

/** The ids of all records that a booking refers to. */
export interface BookingNames {
  branchId: string
  services: readonly string[]
  departments: readonly string[]
  machines: readonly string[]
  people: readonly string[]
  /** Departments in which a slot requests the first free place. */
  firstFree?: readonly string[]
}

/**
 * The records that a booking refers to, by id. For departments with a first-free request, includes every machine of
 * the branch.
 */
export interface BookingMasters {
  services: ReadonlyMap<string, BookedService>
  departments: ReadonlyMap<string, BookedDepartment>
  machines: ReadonlyMap<string, BookedMachine>
  people: ReadonlyMap<string, BookedPerson>
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

const ids = (given: readonly string[]) => sql`any(${[...given]}::uuid[])`

/**
 * Reads the records that a booking refers to, in four statements. Departments belong to the platform, not to the
 * client.
 */
export async function readBookingMasters(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  names: BookingNames,
): Promise<BookingMasters> {
  const { clientId } = caller
  const services = await sql<BookedService>`
    select s.id, s.name, s.code, s.type, s.active and s.hidden is null as in_use, d.isradiology as is_radiology,
      d.islaboratory, coalesce(d.modalities[1], '') as modality, s.lab_services, s.department_id,
      jsonb_build_object('type', s.default_refdr_charges_type, 'rate', s.default_refdr_charges) as commission,
      jsonb_build_object('type', coalesce(c.default_refdr_charges_type, 'Percent'),
        'rate', coalesce(c.default_refdr_charges, 0)) as department_commission
    from service s join department d on d.id = s.department_id
    left join department_client c on c.client_id = s.client_id and c.id = d.id
    where s.client_id = ${clientId} and s.id = ${ids(names.services)}`.execute(tx)
  const departments = await sql<BookedDepartment>`
    select d.id, d.active and d.hidden is null as in_use, d.isradiology as is_radiology,
      coalesce(c.slot_duration, 15) as slot_minutes, coalesce(c.may_overlap, false) as may_overlap,
      exists (select from machine m where m.client_id = ${clientId} and m.department_id = d.id
        and m.branch_id = ${names.branchId} and m.active and m.hidden is null) as has_machine
    from department d left join department_client c on c.client_id = ${clientId} and c.id = d.id
    where d.id = ${ids(names.departments)}`.execute(tx)
  const machines = await sql<BookedMachine>`
    select id, branch_id, department_id, modality, active and hidden is null as in_use from machine
    where client_id = ${clientId} and (id = ${ids(names.machines)}
      or (branch_id = ${names.branchId} and department_id = ${ids(names.firstFree ?? [])}))
    order by disp_odr, lower(name)`.execute(tx)
  const people = await sql<BookedPerson>`
    select id, active and hidden is null as in_use, is_ref_doctor, ref_doctor_type, is_clinic_doctor from app_user
    where client_id = ${clientId} and id = ${ids(names.people)}`.execute(tx)
  return {
    services: byId(services.rows),
    departments: byId(departments.rows),
    machines: byId(machines.rows),
    people: byId(people.rows),
  }
}
