import type { VisitRow } from '#contract/calls/visit-records.ts'
import { SCAN_CANCELLED } from '#domain/status/service-status.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { getDevice } from '../current-device.ts'

/** What a change of a booking is based on: the visit as it was shown when the change began. */
export interface BookingOrigin {
  /** The revision shown; 0 for a visit that the server does not have. */
  rev: number
  /** The last own command on screen that wrote the booking, if the server's copy may not include it yet. */
  command?: string | undefined
}

/**
 * Reads what a change of the booking of `visit`, as shown now, is based on. A start, a payment and an examination's
 * progress do not write the booking: a change based on one of them would take over a revision that includes another
 * desk's change of the booking, and overwrite it unseen (docs/visits.md#booking).
 */
export async function findBookingOrigin({ id, rev }: Pick<VisitRow, 'id' | 'rev'>): Promise<BookingOrigin> {
  const writers = await bookingWriters(id)
  return { rev, command: writers.at(-1)?.id }
}

/**
 * Own commands that write the booking of a visit, in click order: waiting ones, and those whose copy may not have
 * arrived yet. Excludes refused ones.
 */
export async function bookingWriters(visitId: string): Promise<OutboxRow[]> {
  const { work, outbox } = getDevice().databases
  const lane = await work.outbox.where('aggregate').equals(`visit:${visitId}`).sortBy('seq')
  const rows = lane.filter(({ state }) => state !== 'parked')
  const changes = (await outbox.openAll(rows.filter(({ call }) => PARTLY.has(call)))).map(changeOf)
  const cancelled = new Set(changes.some(isOfStatus) ? await cancelledScans(visitId) : [])
  for (const change of changes) if (change.status === SCAN_CANCELLED) cancelled.add(change.serviceId)
  // Cancelling a scan, or resuming it, changes the invoice; its progress does not.
  const writing = changes.filter((change) =>
    isOfStatus(change) ? cancelled.has(change.serviceId) : change.serviceId === undefined,
  )
  const ids = new Set(writing.map(({ id }) => id))
  return rows.filter(({ id, call }) => call === 'appt/save' || ids.has(id))
}

/** Calls that write the booking depending on their input. */
const PARTLY: ReadonlySet<string> = new Set(['appt/changeServiceStatus', 'appt/assignTag'])

/** What a command changes of one service, or of the whole visit. */
interface Change {
  id: string
  serviceId: unknown
  status: unknown
}

function changeOf({ id, call, body: { input } }: OpenCommand): Change {
  if (call === 'appt/assignTag') return { id, serviceId: input.service_id, status: undefined }
  return { id, serviceId: input.id, status: input.status }
}

const isOfStatus = ({ status }: Change) => status !== undefined

async function cancelledScans(visitId: string): Promise<unknown[]> {
  const { cache, visits } = getDevice().databases
  const copy = await cache.visits.get(visitId)
  const [stored] = copy ? await visits.openAll([copy]) : []
  return (stored?.body.services ?? []).filter(({ status }) => status === SCAN_CANCELLED).map(({ id }) => id)
}

/**
 * Returns the revision that the server made of an own command; undefined if it has not answered. A command that the
 * feed has already brought is in the journal.
 */
export async function findAckedRev(commandId: string): Promise<number | undefined> {
  const { outbox, journal } = getDevice().databases.work
  const row = (await outbox.get(commandId)) ?? (await journal.get(commandId))
  return row?.acked?.rev ?? undefined
}
