import { sql } from 'kysely'
import type { CalendarAppointment, visitCalls } from '#contract/calls/visits.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { SCAN_CANCELLED } from '#domain/status/service-status.ts'
import { CANCELLED_STATUS, VISIT_STATUS_TABLE, type VisitStatus } from '#domain/status/visit-status.ts'
import { dayAt, endOfDay, startOfDay } from '#domain/time/zones.ts'
import type { Context } from '#server/kernel/context.ts'
import { seesVisits } from '#server/kernel/scopes.ts'

type Filter = ParsedInputOf<typeof visitCalls.machineAppointments>

interface Row extends Omit<CalendarAppointment, 'start_dt' | 'end_dt' | 'status_name' | 'status'> {
  status: VisitStatus
  start_dt: Date
  end_dt: Date
}

/**
 * Selects the slots in the calendar that the caller may see, ordered by time: of a day, of a range of days, or from
 * today on, in the caller's time zone. Cancelled visits and services are left out.
 */
export async function selectAppointments(
  ctx: Context,
  filter: Filter,
  limit: number,
): Promise<CalendarAppointment[]> {
  const { caller } = ctx
  if (!seesVisits(caller)) return []
  const { from, to } = spanOf(ctx, filter)
  const kind = filter.is_radiology ?? filter.isradiology
  const conditions = [
    sql`v.client_id = ${caller.clientId} and m.start_dt >= ${from} and v.status <> ${CANCELLED_STATUS}`,
    sql`exists (select from visit_service s where s.client_id = m.client_id and s.visit_machine_id = m.id
      and s.status <> ${SCAN_CANCELLED})`,
    ...(to ? [sql`m.start_dt <= ${to}`] : []),
    ...(caller.isClientAdmin ? [] : [sql`v.branch_id = any(${[...caller.branchIds]}::uuid[])`]),
    ...(filter.branch_id ? [sql`v.branch_id = ${filter.branch_id}`] : []),
    ...(filter.department_id ? [sql`m.department_id = ${filter.department_id}`] : []),
    ...(filter.doctor_id ? [sql`m.doctor_id = ${filter.doctor_id}`] : []),
    ...(kind === undefined ? [] : [sql`v.is_radiology = ${kind === '1'}`]),
  ]
  const direction = filter.order_by === 'date_desc' ? sql`desc` : sql`asc`
  const { rows } = await sql<Row>`
    select m.id as appt_machine_id, v.id, trim(p.fname || ' ' || p.lname) as name, m.department_id, m.machine_id,
      m.doctor_id, v.status, v.payment_status, m.start_dt, m.end_dt, v.visit_no, p.pat_id, b.name as branch,
      (select coalesce(array_agg(s.name order by s.place, s.id), '{}') from visit_service s
        where s.client_id = m.client_id and s.visit_machine_id = m.id and s.status <> ${SCAN_CANCELLED}) as services
    from visit_machine m
    join visit v on v.client_id = m.client_id and v.id = m.visit_id
    join patient p on p.client_id = v.client_id and p.id = v.patient_id
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    where ${sql.join(conditions, sql` and `)}
    order by m.start_dt ${direction}, m.id ${direction}
    limit ${limit}`.execute(ctx.tx)
  return rows.map((row) => ({
    ...row,
    status_name: VISIT_STATUS_TABLE[row.status].label,
    start_dt: row.start_dt.toISOString(),
    end_dt: row.end_dt.toISOString(),
  }))
}

function spanOf({ caller, now }: Context, { date, from_date, to_date }: Filter) {
  const zone = caller.timeZone
  const first = date ?? from_date ?? (to_date ? undefined : dayAt(now, zone))
  const last = date ?? to_date
  return {
    from: first ? startOfDay(first, zone) : new Date(0),
    to: last ? endOfDay(last, zone) : undefined,
  }
}
