import { type RawBuilder, sql } from 'kysely'
import type { ServiceRow } from '#contract/calls/sales-records.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { modesReceived } from './modes-received.ts'
import type { Figures } from './public/figures.ts'
import { listedLines } from './public/listed-lines.ts'

/** A row of the list: one service, or the laboratory tests of a visit together. */
export interface PickedLines {
  visit_id: string
  ids: string[]
}

interface Wanted {
  /** The visits of the rows, in the form of listed-visits.ts. */
  visits: RawBuilder<unknown>
  includesFuture: boolean
}

interface Stored extends Omit<ServiceRow, 'start_dt'> {
  start_dt: Date
}

/** Selects services in wire format, in the order of `picked`; one statement regardless of their number. */
export async function selectServiceRows(
  figures: Figures,
  picked: readonly PickedLines[],
  { visits, includesFuture }: Wanted,
): Promise<ServiceRow[]> {
  if (picked.length === 0) return []
  const { clientId } = figures.caller
  const { rows } = await sql<Stored>`
    with lines as (select * from ${listedLines(figures, visits)} l),
    wanted as (select w.place, w.id, w.at from json_to_recordset(${JSON.stringify(flatten(picked))}::json)
      as w (place int, at int, id uuid)),
    rows as (select w.place, min(t.visit_id::text)::uuid as visit_id, (array_agg(t.id order by w.at))[1] as id,
        string_agg(s.name, ', ' order by w.at) as service_name, sum(t.charges) as charges,
        sum(t.discount) as discount, sum(t.net) as net, sum(t.paid) as paid
      from wanted w join lines t on t.id = w.id
      join visit_service s on s.client_id = ${clientId} and s.id = t.id group by w.place)
    select r.id, v.id as appt_id, coalesce(nullif(v.visit_no, ''), v.provisional_no) as visit_no, v.start_dt, v.branch_id,
      b.name as branch, v.patient_id, p.pat_id, trim(p.fname || ' ' || p.lname) as pat_name, r.service_name,
      coalesce(k.name, '') as package, s.islaboratory::int as islaboratory, s.modality, s.department_id,
      coalesce(d.name, '') as department, coalesce(ma.name, '') as machine,
      coalesce(sd.name, wd.name, '') as radiologist, coalesce(rd.name, '') as referred_by_dr,
      coalesce(rh.name, '') as referred_by_hospital, ${otherNames(figures)} as other_ref_drs, i.payment_status,
      coalesce(sc.name, '') as scheme, r.charges::float8 as charges, r.discount::float8 as discount,
      r.net::float8 as net_charges, r.paid::float8 as paid, (r.net - r.paid)::float8 as balance,
      i.net::float8 as inv_net_charges, i.paid::float8 as inv_paid, i.hidden::float8 as inv_hidden_discount,
      ${modesReceived(figures, sql`v.id`, includesFuture)} as modes_received
    from rows r
    join ${visits} i on i.id = r.visit_id
    join visit v on v.client_id = ${clientId} and v.id = r.visit_id
    join visit_service s on s.client_id = ${clientId} and s.id = r.id
    join branch b on b.client_id = ${clientId} and b.id = v.branch_id
    join patient p on p.client_id = ${clientId} and p.id = v.patient_id
    left join visit_machine m on m.client_id = ${clientId} and m.id = s.visit_machine_id
    left join machine ma on ma.client_id = ${clientId} and ma.id = m.machine_id
    left join department d on d.client_id in (${clientId}, ${PLATFORM_CLIENT_ID}) and d.id = s.department_id
    left join package k on k.client_id = ${clientId} and k.id = v.package_id
    left join ref_dr_scheme sc on sc.client_id = ${clientId} and sc.id = v.ref_dr_scheme_id
    left join lateral (select st.assigned_doctor_id, st.signed_by_doctor_id from study st
      where st.client_id = ${clientId} and st.visit_service_id = s.id and st.hidden is null
      order by st.received_datetime, st.id limit 1) st on true
    left join app_user wd on wd.client_id = ${clientId} and wd.id = coalesce(st.assigned_doctor_id, s.assigned_doctor_id)
    left join app_user sd on sd.client_id = ${clientId}
      and sd.id = coalesce(st.signed_by_doctor_id, s.signed_by_doctor_id)
    left join app_user rd on rd.client_id = ${clientId} and rd.id = coalesce(m.ref_dr_id, v.ref_dr_id)
    left join app_user rh on rh.client_id = ${clientId} and rh.id = coalesce(m.ref_hospital_id, v.ref_hospital_id)
    order by r.place`.execute(figures.tx)
  return rows.map((row) => ({ ...row, start_dt: row.start_dt.toISOString() }))
}

const flatten = (picked: readonly PickedLines[]) =>
  picked.flatMap(({ ids }, place) => ids.map((id, at) => ({ place, at, id })))

const otherNames = ({
  caller,
}: Figures) => sql`(select coalesce(array_agg(o.name order by lower(o.name), o.id), '{}')
  from app_user o where o.client_id = ${caller.clientId}
    and o.id = any(coalesce(nullif(m.other_ref_dr_ids, '{}'), v.other_ref_dr_ids)))`
