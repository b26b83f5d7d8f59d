import type { Base } from '#contract/calls/sync.ts'
import type { BookingInput } from '#contract/calls/visits.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { type BookingOrigin, bookingWriters, findAckedRev } from '#src/sync/desk/booking-origin.ts'
import { commandsOf } from '#src/sync/desk/waiting-commands.ts'
import { awaitOutcome, type CommandOutcome } from '#src/sync/outbox/look/await-outcome.ts'
import { settleFlag } from '#src/sync/outbox/look/use-queue.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'

export interface SentBooking {
  commandId: string
  outcome: CommandOutcome
}

/**
 * Queues a booking on this device, replacing one that the server refused, after pending changes to the patient.
 * `origin` is the state that the change builds on. Then waits a moment for the server's answer.
 */
export async function sendBooking(
  input: BookingInput,
  origin: BookingOrigin,
  label: string,
): Promise<SentBooking> {
  const [refused, depends] = await Promise.all([
    refusedSaves(input.id),
    commandsOf('patient', input.patient_id),
  ])
  const requested = { ...(await requestOf(refused)), ...input }
  const [base, madeOffline] = await Promise.all([
    baseOf(input.id, origin, refused),
    isLateCorrection(input, refused),
  ])
  const options = { label, base, depends, settles: refused, ...(madeOffline && { madeOffline }) }
  const commandId = await enqueue('appt/save', requested, options)
  const outcome = await awaitOutcome(commandId)
  if (outcome.kind === 'acked' && outcome.flags.length === 0) await settleFlags(input.id, commandId)
  return { commandId, outcome }
}

/**
 * Returns the base of the booking: our own earlier command while it waits, else its revision from the server,
 * or the shown one. The correction of a refused booking replaces it, and builds on what waits before it. The
 * server detects another desk's later changes.
 */
async function baseOf(
  visitId: string,
  { rev, command }: BookingOrigin,
  refused: readonly string[],
): Promise<Base | undefined> {
  const [writers, corrected] = await Promise.all([bookingWriters(visitId), firstSeq(refused)])
  const before = writers.filter(({ seq }) => seq < corrected)
  const own = before.at(-1)?.id
  const last = refused.length > 0 ? own : (command ?? (rev === 0 ? own : undefined))
  if (last === undefined) return rev > 0 ? { rev } : undefined
  if (before.some(({ id, state }) => id === last && state !== 'acked')) return { follows: last }
  const known = Math.max(rev, (await findAckedRev(last)) ?? 0)
  return known > 0 ? { rev: known } : undefined
}

async function firstSeq(ids: readonly string[]): Promise<number> {
  const rows = await getDevice().databases.work.outbox.bulkGet([...ids])
  return Math.min(...rows.map((row) => row?.seq ?? Number.POSITIVE_INFINITY))
}

/**
 * Returns the request of a refused save: the save that replaces it still belongs to the request, even if the
 * form was reopened without it. Not if that request is no longer open: the booking is then independent.
 */
async function requestOf(refused: readonly string[]): Promise<Pick<BookingInput, 'booking_request_id'>> {
  const { work, outbox } = getDevice().databases
  const row = await work.outbox.get(refused.at(-1) ?? '')
  if (!row) return {}
  const { input, refusal } = (await outbox.open(row)).body
  const id = EntityId.safeParse(input.booking_request_id)
  return id.success && refusal?.code !== 'request_over' ? { booking_request_id: id.data } : {}
}

/**
 * Returns true for a booking made offline whose time has passed while it was waiting for its person: it does
 * not count as a past booking.
 */
async function isLateCorrection({ start_dt }: BookingInput, refused: readonly string[]): Promise<boolean> {
  const { databases, author } = getDevice()
  const rows = await databases.work.outbox.bulkGet([...refused])
  return rows.some((row) => row?.isOffline) && isPastStart(Date.parse(start_dt), author.now())
}

/** Settles the task that an earlier save of the visit left (needs_slot), because this save completed it. */
async function settleFlags(visitId: string, commandId: string): Promise<void> {
  const { outbox } = getDevice().databases.work
  const rows = await outbox.where('aggregate').equals(`visit:${visitId}`).toArray()
  const left = rows.filter(
    ({ id, call, state }) => id !== commandId && call === 'appt/save' && state === 'acked',
  )
  for (const { id } of left) await settleFlag(id)
}

/** Saves of a visit that the server refused and that wait for a person, oldest first. */
export async function refusedSaves(visitId: string): Promise<string[]> {
  const { outbox } = getDevice().databases.work
  const rows = await outbox.where('aggregate').equals(`visit:${visitId}`).sortBy('seq')
  return rows.filter(({ state, call }) => state === 'parked' && call === 'appt/save').map(({ id }) => id)
}
