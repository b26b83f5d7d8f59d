import { type RawBuilder, sql } from 'kysely'
import type { InvoiceRow } from '#contract/calls/sales-records.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import { modesReceived } from './modes-received.ts'
import { refundedOf } from './public/amounts.ts'
import type { Figures } from './public/figures.ts'

interface Wanted {
  ids: readonly string[]
  /** A table with id, payment_status, charges, discount, net, paid and hidden of each invoice. */
  amounts: RawBuilder<unknown>
  includesFuture: boolean
}

interface Stored extends Omit<InvoiceRow, 'start_dt' | 'referred_by'> {
  start_dt: Date
}

/** Selects invoices in wire format, in the order of `ids`; one statement regardless of their number. */
export async function selectInvoiceRows(
  figures: Figures,
  { ids, amounts, includesFuture }: Wanted,
): Promise<InvoiceRow[]> {
  if (ids.length === 0) return []
  const { clientId } = figures.caller
  const { rows } = await sql<Stored>`
    select v.id, v.invoice_no, v.invoice_date, v.start_dt, v.branch_id, b.name as branch, v.status, v.created_by, coalesce(cu.name, '') as created_by_name,
      t.payment_status, v.patient_id, p.pat_id, trim(p.fname || ' ' || p.lname) as pat_name, v.ref_dr_scheme_id,
      v.ref_dr_scheme_type, coalesce(sc.name, '') as scheme, v.patient_share::float8 as patient_share,
      coalesce(nullif(v.visit_no, ''), v.provisional_no) as visit_no, v.ref_dr_id, v.ref_hospital_id,
      ${servicesOf(figures)} as services, ${remarksOf(figures)} as remarks,
      ${namesOf(figures, referrers(figures, 'ref_dr_id'))} as referred_by_dr,
      ${namesOf(figures, referrers(figures, 'ref_hospital_id'))} as referred_by_hospital,
      ${namesOf(figures, sql`v.other_ref_dr_ids`)} as referred_by_other,
      t.charges::float8 as charges, t.discount::float8 as discount, t.net::float8 as net_charges, t.paid::float8 as paid,
      (t.net - t.paid)::float8 as balance, t.hidden::float8 as hidden_discount,
      ${modesReceived(figures, sql`v.id`, includesFuture)} as modes_received,
      ${refundedOf(figures, includesFuture)}::float8 as refund
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place)
    join visit v on v.client_id = ${clientId} and v.id = wanted.id
    join ${amounts} t on t.id = v.id
    join branch b on b.client_id = ${clientId} and b.id = v.branch_id
    join patient p on p.client_id = ${clientId} and p.id = v.patient_id
    left join app_user cu on cu.client_id = ${clientId} and cu.id = v.created_by
    left join ref_dr_scheme sc on sc.client_id = ${clientId} and sc.id = v.ref_dr_scheme_id
    order by wanted.place`.execute(figures.tx)
  return rows.map((row) => ({
    ...row,
    start_dt: row.start_dt.toISOString(),
    referred_by: [
      ...new Set([...row.referred_by_dr, ...row.referred_by_hospital, ...row.referred_by_other]),
    ].toSorted((a, b) => a.localeCompare(b, 'en')),
  }))
}

const servicesOf = ({
  caller,
}: Figures) => sql`(select coalesce(json_agg(json_build_object('modality', s.modality,
    'name', s.name) order by s.place, s.start_dt, s.id), '[]') from visit_service s
  where s.client_id = ${caller.clientId} and s.visit_id = v.id and s.status <> ${CANCELLED_STATUS})`

/** The desk's comments on the visit. */
const remarksOf = ({ caller }: Figures) => sql`(select coalesce(json_agg(json_build_object('text', c.comment,
    'created_by', coalesce(u.name, '')) order by c.created, c.id), '[]') from visit_comment c
  left join app_user u on u.client_id = ${caller.clientId} and u.id = c.comment_by
  where c.client_id = ${caller.clientId} and c.visit_id = v.id and c.type = 'Normal' and c.hidden is null)`

/** The names of people from a list of ids, each once, sorted by name. */
const namesOf = ({ caller }: Figures, ids: RawBuilder<unknown>) => sql`(select coalesce(array_agg(u.name
    order by lower(u.name), u.id), '{}') from app_user u where u.client_id = ${caller.clientId}
    and u.id = any(${ids}))`

/** The referrer of the visit and those of its slots. */
const referrers = ({ caller }: Figures, column: 'ref_dr_id' | 'ref_hospital_id') => sql`array_append((
    select array_agg(${sql.ref(`m.${column}`)}) from visit_machine m
    where m.client_id = ${caller.clientId} and m.visit_id = v.id), ${sql.ref(`v.${column}`)})`
