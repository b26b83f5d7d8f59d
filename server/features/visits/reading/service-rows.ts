import { sql } from 'kysely'
import type { PricedService } from '#contract/calls/priced-visit.ts'
import type { VisitMachineRow } from '#contract/calls/visit-records.ts'
import type { LabService } from '#contract/masters/service.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { ServiceStatus, ServiceType } from '#domain/status/service-status.ts'
import type { Tx } from '#server/kernel/context.ts'

interface ServiceRecord {
  visit_id: string
  id: string
  service_id: string | null
  name: string
  code: string
  department_id: string | null
  department: string | null
  modality: string
  appt_machine_id: string | null
  machine_id: string | null
  machine: string | null
  start_dt: Date
  end_dt: Date | null
  charges: number
  discount: number
  net_charges: number
  list_charges: number | null
  price_reason: string
  status: ServiceStatus
  type: ServiceType
  islaboratory: boolean
  lab_services: LabService[]
  lab_sent_on: Date | null
  accession_no: string
  is_sent_to_machine: boolean
  exm_start_dt: Date | null
  exm_end_dt: Date | null
  is_bring_next: boolean
  study_id: string | null
  report_status: ReportStatus | null
  signed_reports: number | null
  assigned_doctor_id: string | null
  assigned_doctor: string | null
  signed_by_doctor_id: string | null
  signed_by_doctor: string | null
  tag_id: string | null
  tag: string | null
  tag_color: string | null
  referred_by_hospital: string | null
  referred_by_dr: string | null
}

/** Selects the services of these visits, grouped by visit, in booking order; one statement. */
export async function selectVisitServices(
  tx: Tx,
  clientId: string,
  visitIds: readonly string[],
): Promise<Map<string, PricedService[]>> {
  const { rows } = await sql<ServiceRecord>`
    select s.visit_id, s.id, s.service_id, s.name, s.code, s.department_id, d.name as department, s.modality,
      s.visit_machine_id as appt_machine_id, m.machine_id, ma.name as machine, s.start_dt, s.end_dt,
      s.charges::float8 as charges, s.discount::float8 as discount, s.net_charges::float8 as net_charges,
      s.list_charges::float8 as list_charges, s.price_reason, s.status,
      s.type, s.islaboratory, s.lab_services, s.lab_sent_on, coalesce(nullif(s.accession_no, ''), s.accession_alias) as accession_no,
      s.is_sent_to_machine, s.exm_start_dt,
      s.exm_end_dt, s.is_bring_next, st.id as study_id, st.status as report_status, st.signed_reports,
      coalesce(st.assigned_doctor_id, s.assigned_doctor_id) as assigned_doctor_id, wd.name as assigned_doctor,
      coalesce(st.signed_by_doctor_id, s.signed_by_doctor_id) as signed_by_doctor_id, sd.name as signed_by_doctor,
      s.tag_id, t.name as tag, t.color as tag_color, rh.name as referred_by_hospital, rd.name as referred_by_dr
    from visit_service s
    join visit v on v.client_id = s.client_id and v.id = s.visit_id
    left join visit_machine m on m.client_id = s.client_id and m.id = s.visit_machine_id
    left join machine ma on ma.client_id = m.client_id and ma.id = m.machine_id
    left join department d on d.client_id in (s.client_id, ${PLATFORM_CLIENT_ID}) and d.id = s.department_id
    left join lateral (select x.id, x.status, x.signed_reports, x.assigned_doctor_id, x.signed_by_doctor_id from study x
      where x.client_id = s.client_id and x.visit_service_id = s.id and x.hidden is null
      order by x.received_datetime, x.id limit 1) st on true
    left join app_user wd on wd.client_id = s.client_id
      and wd.id = coalesce(st.assigned_doctor_id, s.assigned_doctor_id)
    left join app_user sd on sd.client_id = s.client_id
      and sd.id = coalesce(st.signed_by_doctor_id, s.signed_by_doctor_id)
    left join study_tag t on t.client_id = s.client_id and t.id = s.tag_id
    left join app_user rh on rh.client_id = s.client_id and rh.id = coalesce(m.ref_hospital_id, v.ref_hospital_id)
    left join app_user rd on rd.client_id = s.client_id and rd.id = coalesce(m.ref_dr_id, v.ref_dr_id)
    where s.client_id = ${clientId} and s.visit_id = any(${[...visitIds]}::uuid[])
    order by s.visit_id, s.place, s.start_dt, s.id`.execute(tx)
  return groupByVisit(rows.map((row) => [row.visit_id, toServiceRow(row)]))
}

function toServiceRow({ visit_id: _visit, ...row }: ServiceRecord): PricedService {
  return {
    ...row,
    department: row.department ?? '',
    machine: row.machine ?? '',
    start_dt: row.start_dt.toISOString(),
    end_dt: row.end_dt?.toISOString() ?? null,
    islaboratory: row.islaboratory ? 1 : 0,
    lab_sent_on: row.lab_sent_on?.toISOString() ?? null,
    is_sent_to_machine: row.is_sent_to_machine ? 1 : 0,
    exm_start_dt: row.exm_start_dt?.toISOString() ?? null,
    exm_end_dt: row.exm_end_dt?.toISOString() ?? null,
    is_bring_next: row.is_bring_next ? 'Y' : 'N',
    report_status: row.report_status ?? '',
    signed_reports: row.signed_reports ?? 0,
    assigned_doctor: row.assigned_doctor ?? '',
    signed_by_doctor: row.signed_by_doctor ?? '',
    tag: row.tag ?? '',
    tag_color: row.tag_color ?? '',
    referred_by_hospital: row.referred_by_hospital ?? '',
    referred_by_dr: row.referred_by_dr ?? '',
  }
}

/** Selects the slots of these visits, grouped by visit, ordered by time; one statement. */
export async function selectVisitMachines(
  tx: Tx,
  clientId: string,
  visitIds: readonly string[],
): Promise<Map<string, VisitMachineRow[]>> {
  const rows = await tx
    .selectFrom('visit_machine')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('visit_id', '=', sql<string>`any(${[...visitIds]}::uuid[])`)
    .orderBy('start_dt')
    .orderBy('id')
    .execute()
  return groupByVisit(
    rows.map((row) => [
      row.visit_id,
      {
        id: row.id,
        department_id: row.department_id,
        machine_id: row.machine_id,
        doctor_id: row.doctor_id,
        start_dt: row.start_dt.toISOString(),
        end_dt: row.end_dt.toISOString(),
        ref_hospital_id: row.ref_hospital_id,
        ref_dr_id: row.ref_dr_id,
        other_ref_dr_ids: row.other_ref_dr_ids,
        blocks: row.blocks ? 1 : 0,
      },
    ]),
  )
}

function groupByVisit<Row>(rows: readonly (readonly [visitId: string, row: Row])[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const [visitId, row] of rows) groups.set(visitId, [...(groups.get(visitId) ?? []), row])
  return groups
}
