import { sql } from 'kysely'
import type { ownBookingCalls } from '#contract/calls/bookings.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import { BOOKING_STATUSES, isRequested } from '#domain/status/booking-status.ts'
import { CANCELLED_STATUS, UPCOMING_STATUSES, VISIT_STATUS_TABLE } from '#domain/status/visit-status.ts'
import type { Context, Tx } from '#server/kernel/context.ts'

type Bookings = OutputOf<typeof ownBookingCalls.bookings>['result']
type Choices = OutputOf<typeof ownBookingCalls.choices>['result']
type Visit = Bookings['upcoming'][number]

const DAY_MS = 86_400_000
/** States of requests that the desk has not handled yet. */
const WAITING = BOOKING_STATUSES.filter(isRequested)

/** Selects the branches that accept requests, with the time zone of their hours. */
export function selectBranches(tx: Tx, clientId: string) {
  return tx
    .selectFrom('branch')
    .select(['id', 'name', 'open_time', 'close_time', 'time_zone'])
    .where('client_id', '=', clientId)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .orderBy('name')
    .execute()
}

/** Selects the departments that a request can name; they belong to the platform, for all clients. */
export function selectDepartments(tx: Tx): Promise<Choices['departments']> {
  return tx
    .selectFrom('department')
    .select(['id', 'name'])
    .where('client_id', '=', PLATFORM_CLIENT_ID)
    .where('active', '=', true)
    .where('hidden', 'is', null)
    .where('islaboratory', '=', false)
    .orderBy('name')
    .execute()
}

/** Selects the ids of a patient's own requests, newest first. */
export async function selectOwnRequestIds(tx: Tx, clientId: string, patientId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('booking_request')
    .select('id')
    .where('client_id', '=', clientId)
    .where('patient_id', '=', patientId)
    .where('hidden', 'is', null)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the request with that id, of any patient. */
export function findRequest(tx: Tx, clientId: string, id: string) {
  return tx
    .selectFrom('booking_request')
    .select(['id', 'patient_id', 'hidden'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Counts a patient's requests that the desk has not handled yet. */
export async function countOpenRequests(tx: Tx, clientId: string, patientId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('booking_request')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('client_id', '=', clientId)
    .where('patient_id', '=', patientId)
    .where('status', 'in', WAITING)
    .where('hidden', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

interface UpcomingRow {
  id: string
  start_dt: Date
  status: Visit['status']
  branch: string
  branch_id: string
  services: string[]
  modalities: string[]
}

/** Selects a patient's visits that have not started, soonest first; includes those of today whose hour has passed. */
export async function selectUpcomingVisits(
  { tx, caller, now }: Context,
  patient: { id: string; pat_id: string; name: string },
): Promise<Visit[]> {
  const { rows } = await sql<UpcomingRow>`
    select v.id, v.start_dt, v.status, b.name as branch, v.branch_id,
      coalesce(array_agg(vs.name order by vs.place) filter (where vs.name is not null), '{}') as services,
      coalesce(array_agg(distinct vs.modality) filter (where vs.modality <> ''), '{}') as modalities
    from visit v
    join branch b on b.client_id = v.client_id and b.id = v.branch_id
    left join visit_service vs on vs.client_id = v.client_id and vs.visit_id = v.id and vs.status <> ${CANCELLED_STATUS}
    where v.client_id = ${caller.clientId} and v.patient_id = ${patient.id}
      and v.start_dt > ${new Date(now.getTime() - DAY_MS)} and v.status in (${sql.join([...UPCOMING_STATUSES])})
    group by v.id, v.start_dt, v.status, b.name, v.branch_id
    order by v.start_dt, v.id limit 100`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    pat_id: patient.pat_id,
    pat_name: patient.name,
    start_dt: row.start_dt.toISOString(),
    branch: row.branch,
    branch_id: row.branch_id,
    service_name: row.services.join(', '),
    modality: row.modalities.join(', '),
    status: row.status,
    status_name: VISIT_STATUS_TABLE[row.status].label,
  }))
}
