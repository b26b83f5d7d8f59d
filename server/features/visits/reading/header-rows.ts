import { sql } from 'kysely'
import type { PricedVisit } from '#contract/calls/priced-visit.ts'
import type { TwiceNumber } from '#contract/calls/twice-number.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { PaymentStatus } from '#domain/status/payment-status.ts'
import type { VisitStatus } from '#domain/status/visit-status.ts'
import type { Tx } from '#server/kernel/context.ts'
import { twiceColumn } from '#server/kernel/numbers-twice.ts'

interface HeaderRecord {
  id: string
  rev: number
  visit_no: string
  branch_id: string
  branch: string
  is_radiology: boolean
  status: VisitStatus
  start_dt: Date
  end_dt: Date | null
  started_on: Date | null
  patient_id: string
  pat_id: string
  name: string
  gender: string
  dob: string | null
  mobile: string
  email: string
  is_vip: boolean
  allergies: string[]
  tag_id: string | null
  tag: string | null
  tag_color: string | null
  package_id: string | null
  package: string | null
  discount_head_id: string | null
  ref_dr_scheme_id: string | null
  ref_dr_scheme: string | null
  ref_dr_scheme_type: VisitRow['ref_dr_scheme_type']
  patient_share: number
  ref_hospital_id: string | null
  ref_hospital: string | null
  ref_dr_id: string | null
  ref_dr: string | null
  other_ref_dr_ids: string[]
  charges: number
  discount: number
  net_charges: number
  paid: number
  settled: number
  refunded: number
  balance: number
  payment_status: PaymentStatus
  invoice_no: string
  invoice_date: string | null
  invoice_provisional_no: string
  invoice_version: number
  flags: VisitRow['flags']
  ipno: string
  bedno: string
  cancel_reason: string
  created: Date
  created_by_id: string | null
  created_by: string | null
  number_twice: TwiceNumber[] | null
  invoice_twice: TwiceNumber[] | null
}

/** A visit without its machines and services. */
export type VisitHeader = Omit<PricedVisit, 'machines' | 'services'>

/** Selects visits with the names to display, in one statement; relies on the client's row-level security. */
export async function selectVisitHeaders(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<VisitHeader[]> {
  const { rows } = await sql<HeaderRecord>`
    select v.id, v.rev, coalesce(nullif(v.visit_no, ''), v.provisional_no) as visit_no, v.branch_id, b.name as branch,
      v.is_radiology, v.status, v.start_dt, v.end_dt, v.started_on, v.patient_id, p.pat_id,
      trim(p.fname || ' ' || p.lname) as name, p.gender, p.dob, p.mobile, p.email, p.is_vip, p.allergies,
      v.tag_id, t.name as tag, t.color as tag_color, v.package_id, k.name as package, v.discount_head_id,
      v.ref_dr_scheme_id, sc.name as ref_dr_scheme, v.ref_dr_scheme_type, v.patient_share::float8 as patient_share,
      v.ref_hospital_id, rh.name as ref_hospital, v.ref_dr_id, rd.name as ref_dr, v.other_ref_dr_ids,
      v.charges::float8 as charges, v.discount::float8 as discount, v.net_charges::float8 as net_charges,
      (v.received - v.refunded)::float8 as paid, v.settled::float8 as settled, v.refunded::float8 as refunded,
      (v.net_charges - v.received + v.refunded)::float8 as balance,
      v.payment_status, v.invoice_no, v.invoice_date, v.invoice_provisional_no, v.invoice_version, v.flags, v.ipno, v.bedno, v.cancel_reason, v.created,
      v.created_by as created_by_id, cu.name as created_by,
      ${twiceColumn({ kind: 'visit', clientId: 'v.client_id', no: 'v.visit_no' })} as number_twice,
      ${twiceColumn({ kind: 'invoice', clientId: 'v.client_id', branchId: 'v.branch_id', no: 'v.invoice_no' })}
        as invoice_twice
    from visit v
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    left join study_tag t on t.client_id = v.client_id and t.id = v.tag_id
    left join package k on k.client_id = v.client_id and k.id = v.package_id
    left join ref_dr_scheme sc on sc.client_id = v.client_id and sc.id = v.ref_dr_scheme_id
    left join app_user rh on rh.client_id = v.client_id and rh.id = v.ref_hospital_id
    left join app_user rd on rd.client_id = v.client_id and rd.id = v.ref_dr_id
    left join app_user cu on cu.client_id = v.client_id and cu.id = v.created_by
    where v.client_id = ${clientId} and v.id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows.map(toHeader)
}

function toHeader({ invoice_twice, ...row }: HeaderRecord): VisitHeader {
  const twice = [...(row.number_twice ?? []), ...(invoice_twice ?? [])]
  return {
    ...row,
    is_radiology: row.is_radiology ? 1 : 0,
    start_dt: row.start_dt.toISOString(),
    end_dt: row.end_dt?.toISOString() ?? null,
    started_on: row.started_on?.toISOString() ?? null,
    is_vip: row.is_vip ? 1 : 0,
    allergies: row.allergies.join(', '),
    tag: row.tag ?? '',
    tag_color: row.tag_color ?? '',
    package: row.package ?? '',
    ref_dr_scheme: row.ref_dr_scheme ?? '',
    ref_hospital: row.ref_hospital ?? '',
    ref_dr: row.ref_dr ?? '',
    created: row.created.toISOString(),
    created_by: row.created_by ?? '',
    number_twice: twice.length > 0 ? twice : undefined,
  }
}
