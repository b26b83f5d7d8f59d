import { sql } from 'kysely'
import type { StudyRow, VisitTimes } from '#contract/calls/studies.ts'
import type { Tx } from '#server/kernel/context.ts'

const NONE: VisitTimes = {
  booking_requested_on: null,
  booking_converted_on: null,
  visit_started_on: null,
  scan_started_on: null,
  scan_completed_on: null,
}

/**
 * Adds the times of the visits' steps to the rows, for the file of a client with the extended CSV; returns other
 * clients' rows unchanged. All `rows` must belong to one client.
 */
export async function withVisitTimes(
  tx: Tx,
  clientId: string,
  rows: readonly StudyRow[],
): Promise<StudyRow[]> {
  if (rows.length === 0 || !(await hasExtendedCsv(tx, clientId))) return [...rows]
  const times = await selectVisitTimes(
    tx,
    clientId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, visit_times: times.get(row.id) ?? NONE }))
}

async function hasExtendedCsv(tx: Tx, clientId: string): Promise<boolean> {
  const setting = await tx
    .selectFrom('client_setting')
    .select('extended_csv')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return setting?.extended_csv ?? false
}

async function selectVisitTimes(tx: Tx, clientId: string, studyIds: readonly string[]) {
  const rows = await tx
    .selectFrom('study as s')
    .innerJoin('visit_service as vs', (join) =>
      join.onRef('vs.client_id', '=', 's.client_id').onRef('vs.id', '=', 's.visit_service_id'),
    )
    .innerJoin('visit as v', (join) =>
      join.onRef('v.client_id', '=', 'vs.client_id').onRef('v.id', '=', 'vs.visit_id'),
    )
    .leftJoin('booking_request as b', (join) =>
      join.onRef('b.client_id', '=', 'v.client_id').onRef('b.id', '=', 'v.booking_request_id'),
    )
    .where('s.client_id', '=', clientId)
    .where('s.id', '=', sql<string>`any(${[...studyIds]}::uuid[])`)
    .select([
      's.id',
      'b.created as booking_requested_on',
      'b.converted_on as booking_converted_on',
      'v.started_on as visit_started_on',
      'vs.exm_start_dt as scan_started_on',
      // Not `exm_end_dt`, which is the expected end of the scan.
      'vs.scanned_on as scan_completed_on',
    ])
    .execute()
  return new Map(rows.map(({ id, ...times }): [string, VisitTimes] => [id, isoTimes(times)]))
}

const isoTimes = (times: Record<keyof VisitTimes, Date | null>): VisitTimes => ({
  booking_requested_on: iso(times.booking_requested_on),
  booking_converted_on: iso(times.booking_converted_on),
  visit_started_on: iso(times.visit_started_on),
  scan_started_on: iso(times.scan_started_on),
  scan_completed_on: iso(times.scan_completed_on),
})

const iso = (time: Date | null) => time?.toISOString() ?? null
