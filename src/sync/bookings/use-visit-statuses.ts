import type { BookingRow } from '#contract/calls/bookings.ts'
import { VISIT_STATUS_TABLE } from '#domain/status/visit-status.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import { openShown, type StoredRecords } from '../desk/merged-record.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

type VisitState = Pick<BookingRow, 'visit_status' | 'visit_status_name'>

const NONE: ReadonlyMap<string, VisitState> = new Map()

/** Returns the states of those of these visits that are on this device, with the waiting changes. */
export function useVisitStatuses(ids: readonly string[]): ReadonlyMap<string, VisitState> {
  return useLive(statusesOf(ids), ids.join()).answer ?? NONE
}

const statusesOf = (ids: readonly string[]): LiveQuestion<StoredRecords, Map<string, VisitState>> => ({
  read: async ({ databases: { cache, work } }) => {
    const [copies, waiting] = await Promise.all([
      cache.visits.bulkGet([...ids]),
      readWaiting(work, 'visit', [...ids]),
    ])
    return { copies: copies.filter((copy) => copy !== undefined), waiting }
  },
  open: async (stored, { databases }) => {
    const visits = await openShown(databases, 'visit', stored)
    return new Map(
      visits.map(({ id, status }) => [
        id,
        { visit_status: status, visit_status_name: VISIT_STATUS_TABLE[status].label },
      ]),
    )
  },
})
