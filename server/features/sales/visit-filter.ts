import { type Expression, type SqlBool, sql } from 'kysely'
import type { VisitFilter } from '#contract/calls/visit-list.ts'
import { SCHEME_TYPE_OF } from '#domain/money/sales/sales-filters.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import { searchConditions } from '#server/kernel/database/search-conditions.ts'
import { hasAny, hasStarted, isCancelled } from './public/amounts.ts'
import type { Figures } from './public/figures.ts'

/**
 * The filters of a list of visits or invoices; the payment status is derived from the amounts that the list shows.
 */
export type VisitConditions = Omit<
  Partial<VisitFilter>,
  'branch_id' | 'from_date' | 'to_date' | 'includeFutureReceipt' | 'payment_status'
>

const NONE = '0'

/** Returns the filters as conditions over `v`; absent ones do not filter. */
export function visitConditions(figures: Figures, filter: VisitConditions): Expression<SqlBool>[] {
  const { created_by, status, is_radiology, is_started } = filter
  const scheme = SCHEME_TYPE_OF[filter.ref_scheme ?? 'All']
  return [
    ...(created_by ? [sql<SqlBool>`v.created_by = ${created_by}`] : []),
    ...(status === undefined ? [] : [sql<SqlBool>`v.status = ${status}`]),
    ...(is_radiology === undefined ? [] : [sql<SqlBool>`v.is_radiology = ${is_radiology === '1'}`]),
    ...(scheme === undefined ? [] : [sql<SqlBool>`v.ref_dr_scheme_type = ${scheme}`]),
    ...(filter.ref_dr_id ? [isReferredBy(figures, 'ref_dr_id', filter.ref_dr_id)] : []),
    ...(filter.ref_hospital_id ? [isReferredBy(figures, 'ref_hospital_id', filter.ref_hospital_id)] : []),
    ...(filter.department_id ? [isOfDepartment(figures, filter.department_id)] : []),
    ...(is_started === undefined
      ? []
      : [is_started === 'Y' ? hasStarted(figures) : sql<SqlBool>`not ${hasStarted(figures)}`]),
    ...(filter.patient_visit ? [isVisitOfPatient(figures, filter.patient_visit)] : []),
    ...patientConditions(figures, filter),
  ]
}

// Matches a referrer of the visit, of one of its slots, or among the other doctors.
function isReferredBy(
  { caller }: Figures,
  column: 'ref_dr_id' | 'ref_hospital_id',
  id: string,
): Expression<SqlBool> {
  const [ofVisit, ofSlot] = [sql.ref(`v.${column}`), sql.ref(`m.${column}`)]
  const slots = sql`visit_machine m where m.client_id = ${caller.clientId} and m.visit_id = v.id`
  if (id === NONE)
    return sql<SqlBool>`(${ofVisit} is null and not ${hasAny(sql`${slots} and ${ofSlot} is not null`)}
      ${column === 'ref_dr_id' ? sql`and v.other_ref_dr_ids = '{}'` : sql``})`
  return sql<SqlBool>`(${ofVisit} = ${id} or ${hasAny(sql`${slots} and ${ofSlot} = ${id}`)}
    ${column === 'ref_dr_id' ? sql`or v.other_ref_dr_ids @> array[${id}]::uuid[]` : sql``})`
}

// For a cancelled visit the cancelled services count too: it is listed, but not summed.
function isOfDepartment(figures: Figures, id: string): Expression<SqlBool> {
  const services = sql`visit_service s where s.client_id = ${figures.caller.clientId} and s.visit_id = v.id`
  const isListed = sql`(s.status <> ${CANCELLED_STATUS} or ${isCancelled(figures)})`
  if (id !== NONE) return hasAny(sql`${services} and s.department_id = ${id} and ${isListed}`)
  return sql<SqlBool>`(${hasAny(sql`${services} and s.department_id is null and ${isListed}`)}
    or not ${hasAny(services)})`
}

/** Matches the first started visit of the patient, or a later one; `v` itself must have started. */
export function isVisitOfPatient({ caller }: Figures, which: 'New' | 'Repeated'): Expression<SqlBool> {
  const earlier = sql`exists (select from visit e where e.client_id = ${caller.clientId}
    and e.patient_id = v.patient_id and e.start_dt <= v.start_dt and (e.start_dt, e.id) < (v.start_dt, v.id)
    and e.started_on is not null and e.status <> ${CANCELLED_STATUS})`
  return which === 'New' ? sql<SqlBool>`not ${earlier}` : sql<SqlBool>`${earlier}`
}

function patientConditions({ caller }: Figures, { k, gender }: VisitConditions): Expression<SqlBool>[] {
  const conditions = [
    ...searchConditions(SEARCHED, k),
    ...(gender
      ? [gender === 'Other' ? sql`p.gender not in ('Male', 'Female')` : sql`p.gender = ${gender}`]
      : []),
  ]
  if (conditions.length === 0) return []
  return [
    sql<SqlBool>`exists (select from patient p where p.client_id = ${caller.clientId} and p.id = v.patient_id
      and ${sql.join(conditions, sql` and `)})`,
  ]
}

/** The searched columns: visit number, patient id and name. */
const SEARCHED = [sql`v.visit_no`, sql`v.provisional_no`, sql`p.pat_id`, sql`p.fname`, sql`p.lname`]
