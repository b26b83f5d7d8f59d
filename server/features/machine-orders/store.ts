import { sql } from 'kysely'
import type { ServiceStatus } from '#domain/status/service-status.ts'
import type { Tx } from '#server/kernel/context.ts'

/** The data of an order to a machine. */
export interface OrderedService {
  id: string
  visit_id: string
  branch_id: string
  status: ServiceStatus
  type: string
  name: string
  code: string
  modality: string
  accession_no: string
  study_iuid: string
  start_dt: Date
  visit_no: string
  branch: string
  time_zone: string
  machine: string | null
  aet: string | null
  pat_id: string
  fname: string
  lname: string
  dob: string | null
  gender: string
  mobile: string
  weight: string
  allergies: string[]
  referrer: string
  machine_communication_url: string
  machine_communication_usr: string
  machine_communication_pwd: string
  machine_communication_type: 'JSON' | 'HL7'
  machine_communication_dateformat: 'American' | 'European'
}

/**
 * Returns a service with its patient, machine and branch, without checking rights: the caller has checked them for
 * the visit.
 */
export async function findOrderedService(
  tx: Tx,
  clientId: string,
  id: string,
): Promise<OrderedService | undefined> {
  const { rows } = await sql<OrderedService>`
    select s.id, s.visit_id, v.branch_id, s.status, s.type, s.name, s.code, s.modality, s.accession_no, s.study_iuid,
      s.start_dt, v.visit_no, b.name as branch, b.time_zone, m.name as machine, m.aet,
      p.pat_id, p.fname, p.lname, p.dob, p.gender, p.mobile, p.weight, p.allergies, coalesce(r.name, '') as referrer,
      b.machine_communication_url, b.machine_communication_usr, b.machine_communication_pwd,
      b.machine_communication_type, b.machine_communication_dateformat
    from visit_service s
    join visit v on v.client_id = s.client_id and v.id = s.visit_id
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    left join visit_machine k on k.client_id = s.client_id and k.id = s.visit_machine_id
    left join machine m on m.client_id = k.client_id and m.id = k.machine_id
    left join app_user r on r.client_id = v.client_id and r.id = coalesce(k.ref_dr_id, v.ref_dr_id)
    where s.client_id = ${clientId} and s.id = ${id}`.execute(tx)
  return rows[0]
}
