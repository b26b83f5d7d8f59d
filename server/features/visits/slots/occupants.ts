import { sql } from 'kysely'
import type { Occupant } from '#domain/visit/calendar-rules.ts'
import type { Span } from '#domain/visit/open-hours.ts'
import type { VisitWriteContext } from '../public/write-store.ts'

/** The place and time in which to search for other visits. */
export interface Sought extends Span {
  machineId: string | null
  doctorId: string | null
}

interface OccupantRow {
  visit_id: string
  machine_id: string | null
  doctor_id: string | null
  start_dt: Date
  end_dt: Date
}

/**
 * Reads the slots of other visits that block one of these machines or doctors between the first start and the last
 * end.
 */
export async function readOccupants(
  { tx }: Pick<VisitWriteContext, 'tx'>,
  visit: { client_id: string; id: string },
  sought: readonly Sought[],
): Promise<Occupant[]> {
  const given = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const machines = given(sought.map(({ machineId }) => machineId))
  const doctors = given(sought.map(({ doctorId }) => doctorId))
  if (machines.length + doctors.length === 0) return []
  const from = new Date(Math.min(...sought.map((one) => one.from)))
  const to = new Date(Math.max(...sought.map((one) => one.to)))
  const { rows } = await sql<OccupantRow>`
    select visit_id, machine_id, doctor_id, start_dt, end_dt from visit_machine
    where client_id = ${visit.client_id} and blocks and visit_id <> ${visit.id}
      and (machine_id = any(${machines}::uuid[]) or doctor_id = any(${doctors}::uuid[]))
      and start_dt < ${to} and end_dt > ${from}`.execute(tx)
  return rows.map((row) => ({
    visitId: row.visit_id,
    machineId: row.machine_id,
    doctorId: row.doctor_id,
    from: row.start_dt.getTime(),
    to: row.end_dt.getTime(),
  }))
}
