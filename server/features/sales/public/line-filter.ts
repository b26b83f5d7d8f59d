import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ServiceFilter } from '#contract/calls/sales.ts'
import { SCAN_COMPLETED } from '#domain/status/service-status.ts'
import { CANCELLED_STATUS } from '#domain/status/visit-status.ts'
import type { Figures } from './figures.ts'

const LINE_FILTERS = [
  'department_id',
  'service_ids',
  'is_discount',
  'machine_id',
  'ref_dr_id',
  'ref_hospital_id',
  'cases',
] as const

type LineFilter = Pick<ServiceFilter, (typeof LINE_FILTERS)[number]>

/** A case is an examination; consumables do not count (docs/decisions/194). */
export const IS_EXAM = sql<SqlBool>`s.type = 'Exam_Service'`
/** The scan is completed. */
export const IS_SCANNED = sql<SqlBool>`s.status = ${SCAN_COMPLETED}`
/** The service is not cancelled. */
export const IS_LIVE = sql<SqlBool>`s.status <> ${CANCELLED_STATUS}`

/** Returns true if a filter selects only some of the live lines of its visits. */
export const hasLineFilter = (filter: LineFilter): boolean => LINE_FILTERS.some((name) => filter[name])

/** Returns the filters of the service list as one condition over live lines `s`, visit_service of a visit. */
export function isWantedLine(figures: Figures, filter: LineFilter): RawBuilder<SqlBool> {
  const { department_id, service_ids, is_discount, machine_id, ref_dr_id, ref_hospital_id, cases } = filter
  const conditions = [
    IS_LIVE,
    ...(department_id ? [isId(sql`s.department_id`, department_id)] : []),
    ...(service_ids ? [sql<SqlBool>`s.service_id = any(${service_ids.split(',')}::uuid[])`] : []),
    ...(is_discount ? [sql<SqlBool>`(s.discount > 0) = ${is_discount === 'Y'}`] : []),
    ...(machine_id ? [isId(ofSlot(figures, 'machine_id'), machine_id)] : []),
    ...(ref_dr_id ? [isId(referrerOf(figures, 'ref_dr_id'), ref_dr_id)] : []),
    ...(ref_hospital_id ? [isId(referrerOf(figures, 'ref_hospital_id'), ref_hospital_id)] : []),
    ...(cases ? [IS_EXAM] : []),
    ...(cases === 'Completed' ? [IS_SCANNED] : []),
    ...(cases === 'Ongoing' ? [sql<SqlBool>`not ${IS_SCANNED}`] : []),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const isId = (column: RawBuilder<unknown>, id: string) =>
  id === '0' ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} = ${id}`

/** The service's referrer: its slot's, otherwise its visit's; the other doctors of a visit do not count. */
export const referrerOf = (figures: Figures, column: 'ref_dr_id' | 'ref_hospital_id'): RawBuilder<unknown> =>
  sql`coalesce(${ofSlot(figures, column)}, (select ${sql.ref(`rv.${column}`)} from visit rv
    where rv.client_id = ${figures.caller.clientId} and rv.id = s.visit_id))`

const ofSlot = (
  { caller }: Figures,
  column: 'machine_id' | 'ref_dr_id' | 'ref_hospital_id',
): RawBuilder<unknown> => sql`(select ${sql.ref(`rm.${column}`)} from visit_machine rm
    where rm.client_id = ${caller.clientId} and rm.id = s.visit_machine_id)`
