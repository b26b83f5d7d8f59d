import type { BookingInput } from '#contract/calls/visits.ts'
import { EntityId } from '#contract/kernel/fields.ts'
import { isPastStart } from '#domain/visit/end-time.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { commandsOf } from '#src/sync/desk/waiting-commands.ts'
import { awaitOutcome, type CommandOutcome } from '#src/sync/outbox/await-outcome.ts'
import { enqueue } from '#src/sync/outbox/enqueue.ts'
import { settleFlag } from '#src/sync/outbox/use-queue.ts'

export interface SentBooking {
  commandId: string
  outcome: CommandOutcome
}

/**
 * Keeps a booking on this device, in the place of one that the server refused, behind what still waits about the
 * patient; `rev` is the revision that an edit was based on, 0 for a visit that the server does not have. Then waits a
 * moment for the server's answer.
 */
export async function sendBooking(input: BookingInput, rev: number, label: string): Promise<SentBooking> {
  const [refused, waiting, depends] = await Promise.all([
    refusedSaves(input.id),
    commandsOf('visit', input.id),
    commandsOf('patient', input.patient_id),
  ])
  // The correction of a refused booking takes its place: what waits behind it builds on it.
  const first = waiting.findIndex((id) => refused.includes(id))
  const last = (first < 0 ? waiting : waiting.slice(0, first)).at(-1)
  const requested = { ...(await requestOf(refused)), ...input }
  const known = rev > 0 ? rev : await confirmedRev(input.id)
  const base = last !== undefined ? { follows: last } : known > 0 ? { rev: known } : undefined
  const madeOffline = await isLateCorrection(input, refused)
  const options = { label, base, depends, settles: refused, ...(madeOffline && { madeOffline }) }
  const commandId = await enqueue('appt/save', requested, options)
  const outcome = await awaitOutcome(commandId)
  if (outcome.kind === 'acked' && outcome.flags.length === 0) await settleFlags(input.id, commandId)
  return { commandId, outcome }
}

/**
 * The request that a refused save was for: the one that takes its place is for it still, also where the form was opened
 * again without it. Not where that request waits no longer: the booking stands on its own then.
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
 * The revision of the last save of this visit that the server confirmed, 0 where there is none. The copy may arrive a
 * moment later; without a base the server would treat a change as the first booking sent twice, or as a conflict.
 */
async function confirmedRev(visitId: string): Promise<number> {
  const { outbox } = getDevice().databases.work
  const rows = await outbox.where('aggregate').equals(`visit:${visitId}`).toArray()
  return Math.max(0, ...rows.map(({ call, acked }) => (call === 'appt/save' ? (acked?.rev ?? 0) : 0)))
}

/** A booking that was made offline, and whose time has come while it waited for its person: that is no past booking. */
async function isLateCorrection({ start_dt }: BookingInput, refused: readonly string[]): Promise<boolean> {
  const { databases, desk } = getDevice()
  const rows = await databases.work.outbox.bulkGet([...refused])
  return rows.some((row) => row?.isOffline) && isPastStart(Date.parse(start_dt), desk.now())
}

/** An earlier save of the visit left something to do (needs_slot): this one did it. */
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
