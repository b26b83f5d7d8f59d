import { type RawBuilder, sql } from 'kysely'
import type { LeakLine } from '#domain/leakage/lines.ts'
import { DOUBLE_DAYS } from '#domain/leakage/rules.ts'
import { SCAN_CANCELLED, SCAN_COMPLETED } from '#domain/status/service-status.ts'
import { CANCELLED_STATUS, STARTED_STATUS } from '#domain/status/visit-status.ts'
import { hasAny } from '#server/features/sales/public/amounts.ts'
import { isInRange, isInScope } from '#server/features/sales/public/figure-scope.ts'
import type { Figures } from '#server/features/sales/public/figures.ts'
import { IS_EXAM, IS_LIVE } from '#server/features/sales/public/line-filter.ts'
import { listedVisits, type VisitBase } from '#server/features/sales/public/listed-visits.ts'
import { listedMovements } from '#server/features/sales/public/movements.ts'
import { invoiceVisits } from '#server/kernel/auth/sales-scope.ts'

/** Where entries are searched. */
export interface LeakSearch extends Figures {
  /** Includes every day; for an act on one entry. */
  isAnyDay?: boolean
}

/**
 * The entries of a line by the rules of domain/leakage/rules.ts, as a table: subject_id, at, branch_id, visit_id,
 * study_id, patient_id, own_pat_id, own_pat_name (of a study without a patient), what, person, expected, actual,
 * amount.
 */
export const leakRows = (search: LeakSearch, line: LeakLine): RawBuilder<unknown> => ROWS[line](search)

const ROWS: Readonly<Record<LeakLine, (search: LeakSearch) => RawBuilder<unknown>>> = {
  unmatched_study: (search) => sql`(select ${columns({ subject: 'st.id', at: 'st.received_datetime' })},
      st.branch_id, null::uuid as visit_id, st.id as study_id, null::uuid as patient_id, st.pat_id as own_pat_id,
      st.pat_name as own_pat_name, st.study_desc as what, null::uuid as person, ${NO_AMOUNTS}
    from study st where st.client_id = ${search.caller.clientId} and st.hidden is null and st.visit_service_id is null
      and ${isInScope(sql.ref<string>('st.branch_id'), search.scope)} ${receivedInRange(search)})`,

  scanned_free: (search) => sql`(select ${columns({ subject: 's.id', at: 'b.start_dt' })}, ${OF_VISIT},
      s.name as what, v.created_by as person, coalesce(s.list_charges, s.charges) as expected,
      s.net_charges as actual, nullif(coalesce(s.list_charges, s.charges), 0) as amount
    from ${servicesOf(search, 'Invoices')} and ${IS_SCANNED_FREE})`,

  released_unpaid: (
    search,
  ) => sql`(select ${columns({ subject: 'b.id', at: 'b.start_dt' })}, ${OF_VISIT}, '' as what,
      v.created_by as person, d.due as expected, b.paid - b.settled as actual, o.owed as amount
    from ${visitsOf(search, 'Invoices')}
    cross join lateral (select ${percentOf(search, sql`b.net`, sql`v.patient_share`)} as due) d
    cross join lateral (select least(d.due - b.paid + b.settled, b.net - b.paid) as owed) o
    where o.owed > 0 and ${hasAny(reportsOf(search, sql`b.id`))})`,

  below_list: (
    search,
  ) => sql`(select ${columns({ subject: 's.id', at: 'b.start_dt' })}, ${OF_VISIT}, s.name as what,
      v.created_by as person, s.list_charges as expected, s.charges as actual,
      s.list_charges - s.charges as amount
    from ${servicesOf(search, 'Invoices')} and ${IS_LIVE} and s.charges < s.list_charges and not ${IS_SCANNED_FREE})`,

  over_head: (
    search,
  ) => sql`(select ${columns({ subject: 'b.id', at: 'b.start_dt' })}, ${OF_VISIT}, h.name as what,
      v.created_by as person, d.allowed as expected, b.discount as actual, b.discount - d.allowed as amount
    from ${visitsOf(search, 'Invoices')}
    join discount_head h on h.client_id = ${search.caller.clientId} and h.id = v.discount_head_id
    cross join lateral (select ${percentOf(search, sql`b.charges`, sql`coalesce(v.head_percent, h.percent)`)}
      as allowed) d
    where b.discount > d.allowed)`,

  cancelled_scan: (search) => sql`(select ${columns({ subject: 's.id', at: 'b.start_dt' })}, ${OF_VISIT},
      s.name as what, v.created_by as person, null::numeric as expected, null::numeric as actual,
      s.net_charges as amount
    from ${servicesOf(search, 'Any')} and s.status = ${SCAN_CANCELLED} and ${IS_EXAM} and s.exm_start_dt is not null)`,

  refunded_report: (
    search,
  ) => sql`(select ${columns({ subject: 'm.id', at: 'm.created' })}, m.branch_id, m.visit_id,
      null::uuid as study_id, m.patient_id, '' as own_pat_id, '' as own_pat_name, m.receipt_no as what, m.person,
      null::numeric as expected, null::numeric as actual, m.amount
    from ${listedMovements(search, { kind: 'Refund' })} m
    where m.side = 'Taken' and m.cancel_day is null
      and ${hasAny(sql`${reportsOf(search, sql`m.visit_id`)} and least(st.signed_on, ${FIRST_SIGNED}) < m.created`)})`,

  no_show: (search) => sql`(select ${columns({ subject: 'b.id', at: 'b.start_dt' })}, ${OF_VISIT}, '' as what,
      v.created_by as person, null::numeric as expected, null::numeric as actual, b.net as amount
    from ${visitsOf(search, 'Any')}
    join branch vb on vb.client_id = ${search.caller.clientId} and vb.id = b.branch_id
    where v.started_on is null and v.status < ${STARTED_STATUS} and not b.is_cancelled and b.start_dt < ${search.now}
      and (b.start_dt at time zone vb.time_zone)::date < (${search.now}::timestamptz at time zone vb.time_zone)::date)`,

  double_patient: (
    search,
  ) => sql`(select distinct on (p.id) ${columns({ subject: 'p.id', at: 'b.start_dt' })},
      ${OF_VISIT}, twin.pat_id as what, p.created_by as person, ${NO_AMOUNTS}
    from ${visitsOf(search, 'Any')}
    join patient p on p.client_id = ${search.caller.clientId} and p.id = b.patient_id and p.hidden is null
    cross join lateral ${earlierTwin(search)} twin
    where not b.is_cancelled
    order by p.id, b.start_dt, b.id)`,
}

const columns = ({ subject, at }: { subject: string; at: string }) =>
  sql`${sql.ref(subject)} as subject_id, ${sql.ref(at)} as at`
const OF_VISIT = sql`b.branch_id, b.id as visit_id, null::uuid as study_id, b.patient_id, '' as own_pat_id,
  '' as own_pat_name`
const NO_AMOUNTS = sql`null::numeric as expected, null::numeric as actual, null::numeric as amount`
// A reopened report is signed again; the refund is compared with its first signature.
const FIRST_SIGNED = sql`(select min(rv.created) from report_version rv
  where rv.client_id = st.client_id and rv.study_id = st.id and rv.signed_hash <> '')`
const IS_SCANNED_FREE = sql`(s.status = ${sql.lit(SCAN_COMPLETED)} and ${IS_EXAM} and s.net_charges = 0)`

/** Visits `b` of the list, with their stored rows `v`. Payments include all up to now. */
function visitsOf(search: LeakSearch, base: VisitBase): RawBuilder<unknown> {
  const { caller, isAnyDay = false } = search
  const visits = listedVisits(search, { base, filter: { includeFutureReceipt: 'Y' }, isAnyDay })
  return sql`${visits} b join visit v on v.client_id = ${caller.clientId} and v.id = b.id`
}

/** The same visits with their services `s`; the caller appends a condition. */
const servicesOf = (search: LeakSearch, base: VisitBase) =>
  sql`${visitsOf(search, base)} join visit_service s on s.client_id = ${search.caller.clientId} and s.visit_id = b.id`

/** Signed or verified studies `st` of a visit, as a table with its condition. */
const reportsOf = ({ caller }: LeakSearch, visitId: RawBuilder<unknown>) => sql`visit_service rs
  join study st on st.client_id = ${caller.clientId} and st.visit_service_id = rs.id and st.hidden is null
  where rs.client_id = ${caller.clientId} and rs.visit_id = ${visitId} and st.status in ('Signed', 'Verified')`

/** A percentage of an amount, rounded half up to the client's decimals. */
const percentOf = ({ scale }: LeakSearch, amount: RawBuilder<unknown>, percent: RawBuilder<unknown>) =>
  sql`round(${amount} * ${percent} / 100, ${Math.round(Math.log10(scale))}::int)`

function receivedInRange({ scope, isAnyDay }: LeakSearch): RawBuilder<unknown> {
  if (isAnyDay) return sql``
  const columns = { at: sql.ref<Date>('st.received_datetime'), branch: sql.ref<string>('st.branch_id') }
  return sql`and ${isInRange(scope, columns)}`
}

const plainName = (table: string) =>
  sql`lower(regexp_replace(trim(${sql.ref(`${table}.fname`)} || ' ' || ${sql.ref(`${table}.lname`)}), '\\s+', ' ', 'g'))`

/**
 * The record registered before `p` that looks like the same person, with a visit near `b`. Searches date of birth and
 * phone by their indexes, then compares the few matches by name.
 */
function earlierTwin({ tx, caller }: LeakSearch): RawBuilder<unknown> {
  const like = (
    condition: RawBuilder<unknown>,
  ) => sql`select q.id, q.pat_id, q.fname, q.lname, q.created from patient q
    where q.client_id = ${caller.clientId} and q.hidden is null and ${condition}`
  const visits = invoiceVisits(tx, caller).select(['v.patient_id', 'v.start_dt', 'v.status'])
  const days = sql`${DOUBLE_DAYS}::int * interval '1 day'`
  return sql`(select q.pat_id from (${like(sql`q.dob = p.dob`)} union
        ${like(sql`q.mobile = p.mobile and p.mobile <> ''`)}) q
    where (q.created, q.id) < (p.created, p.id) and ${plainName('q')} = ${plainName('p')} and ${plainName('p')} <> ''
      and ${hasAny(sql`${visits} u where u.patient_id = q.id and u.status <> ${CANCELLED_STATUS}
        and u.start_dt between b.start_dt - ${days} and b.start_dt + ${days}`)}
    order by q.created, q.id limit 1)`
}
