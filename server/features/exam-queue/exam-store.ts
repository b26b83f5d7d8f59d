import { sql } from 'kysely'
import { slotEndWith } from '#domain/queue/exam-time.ts'
import type { ServiceStatus, ServiceType } from '#domain/status/service-status.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import { findTakenBy } from '../visits/public/slots/place-slots.ts'
import { setSlotEnd } from '../visits/public/slots/set-slot-end.ts'
import { visibleVisits } from '../visits/public/store.ts'

/** The fields of a service that the queue reads and changes. */
export interface StoredExam {
  id: string
  status: ServiceStatus
  type: ServiceType
  exm_end_dt: Date | null
  is_bring_next: boolean
  machine_id: string | null
}

/** Returns the service of that visit, read under the visit's lock. */
export async function findExam(
  tx: Tx,
  visit: { client_id: string; id: string },
  id: string,
): Promise<StoredExam | undefined> {
  const row = await tx
    .selectFrom('visit_service as s')
    .leftJoin('visit_machine as m', (on) =>
      on.onRef('m.client_id', '=', 's.client_id').onRef('m.id', '=', 's.visit_machine_id'),
    )
    .select(['s.id', 's.status', 's.type', 's.exm_end_dt', 's.is_bring_next', 'm.machine_id'])
    .where('s.client_id', '=', visit.client_id)
    .where('s.visit_id', '=', visit.id)
    .where('s.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, status: row.status as ServiceStatus, type: row.type as ServiceType }
}

/**
 * Returns the visit of a service of the client; undefined if there is none. Access is checked when the visit is
 * loaded.
 */
export async function findVisitOf(tx: Tx, { clientId }: Caller, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('visit_service')
    .select('visit_id')
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.visit_id
}

/**
 * Locks the machine of a service for this transaction, so that two concurrent "bring next" marks for it run one after
 * the other. Call it before locking any visit, to avoid a deadlock.
 */
export async function holdMachineOf(tx: Tx, { clientId }: Caller, serviceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bring next ' || m.client_id || ' ' || m.machine_id, 0))
    from visit_service s join visit_machine m on m.client_id = s.client_id and m.id = s.visit_machine_id
    where s.client_id = ${clientId} and s.id = ${serviceId} and m.machine_id is not null`.execute(tx)
}

/** Each failed try means one more conflicting booking; more than a few at once do not occur. */
const TRIES = 5

/**
 * Extends the slot of a running examination, so that the calendar and the free slots show the machine as taken; at
 * most up to the start of the next patient, including one who is being booked concurrently. Returns the end of the
 * slot; undefined if the service has none.
 */
export async function lengthenSlot(
  tx: Tx,
  visit: { client_id: string; id: string },
  serviceId: string,
  examEnd: Date,
): Promise<Date | undefined> {
  for (let left = TRIES; ; left -= 1) {
    const slot = await findSlot(tx, visit, serviceId)
    if (!slot) return undefined
    const end = new Date(slotEndWith(slot.end_dt.getTime(), examEnd.getTime(), slot.next?.getTime()))
    // The scan continues; only the calendar keeps its previous end.
    if (end <= slot.end_dt || left === 0) return slot.end_dt
    const taken = await findTakenBy(tx, () => setSlotEnd({ tx }, visit, slot.id, end))
    if (taken === undefined) return end
  }
}

interface SlotOfExam {
  id: string
  end_dt: Date
  /** Start of the next patient at the same machine or doctor. */
  next: Date | null
}

async function findSlot(
  tx: Tx,
  visit: { client_id: string; id: string },
  serviceId: string,
): Promise<SlotOfExam | undefined> {
  const { rows } = await sql<SlotOfExam>`
    select m.id, m.end_dt, case when m.blocks then (select min(o.start_dt) from visit_machine o
      where o.client_id = m.client_id and o.visit_id <> m.visit_id and o.blocks and o.start_dt >= m.end_dt
        and (o.machine_id = m.machine_id or o.doctor_id = m.doctor_id)) end as next
    from visit_service s join visit_machine m on m.client_id = s.client_id and m.id = s.visit_machine_id
    where s.client_id = ${visit.client_id} and s.visit_id = ${visit.id} and s.id = ${serviceId}`.execute(tx)
  return rows[0]
}

/** Returns the other services marked "bring next" at this machine, with their visits, in locking order. */
export async function selectBrought(
  tx: Tx,
  { clientId }: Caller,
  machineId: string,
  exceptId: string,
): Promise<{ id: string; visit_id: string }[]> {
  return tx
    .selectFrom('visit_service as s')
    .innerJoin('visit_machine as m', (on) =>
      on.onRef('m.client_id', '=', 's.client_id').onRef('m.id', '=', 's.visit_machine_id'),
    )
    .select(['s.id', 's.visit_id'])
    .where('s.client_id', '=', clientId)
    .where('m.machine_id', '=', machineId)
    .where('s.is_bring_next', '=', true)
    .where('s.id', '<>', exceptId)
    .where('s.status', 'in', [4, 5])
    .orderBy('s.visit_id')
    .execute()
}

/** Returns the visits of a branch with an examination that starts between two instants. */
export async function selectVisitsWithExams(
  tx: Tx,
  caller: Caller,
  branchId: string,
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('visit as v')
    .select('v.id')
    .where(visibleVisits(caller))
    .where('v.branch_id', '=', branchId)
    .where('v.is_radiology', '=', true)
    .where('v.start_dt', '>=', from)
    .where('v.start_dt', '<=', until)
    .orderBy('v.start_dt')
    .orderBy('v.id')
    .limit(QUEUE_VISITS)
    .execute()
  return rows.map(({ id }) => id)
}

/** A day of the largest branch has a few hundred visits; a longer range is truncated at this number. */
const QUEUE_VISITS = 2_000
