import { v7 as mintId } from 'uuid'
import { compareMessages } from '#domain/order/message-order.ts'
import type { Ack } from '#server/integrations/hl7/build-ack.ts'
import type { ReadOrders } from '#server/integrations/hl7/read-order.ts'
import type { Write } from '#server/kernel/sync/write.ts'
import { bookingChanged } from '../bookings/store.ts'
import { noticeRequested } from '../notices/request-notices.ts'
import { notifyRequest } from '../notifications/events.ts'
import { changeKnown, type Told } from './change-known.ts'
import { fieldsOf, lostWords } from './order-fields.ts'
import { findOrder, findPlace, holdOrders, noteTaken, type OrderKey, type StoredOrder } from './store.ts'

type Orders = Extract<ReadOrders, { ok: true }>

/**
 * Takes the orders of one message, all or none: a new one becomes a booking request, a change corrects the request that
 * still waits, a cancellation cancels it. An order is known by who sent it and its number with its authority; the same
 * message again does nothing, and a message that is older than what is stored changes nothing. The answer says in words
 * what could not be done.
 */
export async function takeOrders(
  work: Write,
  clientId: string,
  { header, patient, orders }: Orders,
  digest: Buffer,
): Promise<Ack> {
  const sender = `${header.application}|${header.facility}`
  const keys = orders.map((order) => ({ sender, no: order.placerNo, authority: order.placerAuthority }))
  // An authority may be missing in one of two messages about the same order.
  const names = keys.map(({ no }) => `${sender} ${no}`)
  const before = await holdOrders(work.tx, clientId, { digest, names, now: work.now })
  if (before !== undefined) return { code: 'AA', words: ['Taken before', before].filter(Boolean).join('. ') }
  const place = await findPlace(work.tx, clientId, patient.place)
  const said: string[] = []
  for (const [index, order] of orders.entries()) {
    const key = keys[index] ?? { sender, no: order.placerNo, authority: order.placerAuthority }
    const told: Told = { order, patient, place, now: work.now, messageTime: header.time, key, clientId }
    said.push(await takeOrder(work, { ...told, controlId: header.controlId }))
  }
  const words = said.filter(Boolean).join(' ')
  await noteTaken(work.tx, clientId, digest, { words, taken: work.now })
  return { code: 'AA', words }
}

/** Takes one order and returns what its sender should know; empty where all of it was done. */
async function takeOrder(work: Write, told: Told & { controlId: string }): Promise<string> {
  const { order, key, clientId } = told
  if (order.control === 'nothing') return `Order ${key.no}: ORC-1 ${order.code} asks for nothing here.`
  const known = await findOrder(work.tx, clientId, key)
  const by = known ? compareWith(known, told) : 1
  if (known && isLate(known, told, by)) return `Order ${key.no}: a later message of it was taken already.`
  // A number that is used again later, after its order was cancelled, is another order.
  const beginsAnew = known?.status === 'Cancelled' && order.control === 'new' && by > 0
  if (known && !beginsAnew) return changeKnown(work, known, told)
  if (order.description === '' && order.control !== 'cancel')
    return `Order ${key.no} is not known here: send it as new (NW).`
  return insertOrder(work, told)
}

/** Positive where the message was made after the last one that was applied, 0 where their times do not tell. */
const compareWith = (known: StoredOrder, { order, messageTime, place }: Told): number =>
  compareMessages(
    { order: order.time, message: messageTime },
    { order: known.order_time, message: known.message_time },
    place.zone,
  )

/** Whether what is stored came of a later message. What names no time is late only as an NW that follows its change. */
const isLate = (known: StoredOrder, { order }: Told, by: number): boolean =>
  by < 0 || (by === 0 && order.control === 'new' && !['', 'new'].includes(known.order_control))

async function insertOrder(work: Write, told: Told & { controlId: string }): Promise<string> {
  const { order, key, clientId, place } = told
  const { tx, now, addJob } = work
  const id = mintId()
  const isCancelled = order.control === 'cancel'
  const lost = lostWords(told)
  await tx
    .insertInto('booking_request')
    .values({
      ...fieldsOf(told),
      client_id: clientId,
      id,
      source: 'HL7',
      created: now,
      ...keyFields(key),
      ...appliedFields(told),
      message_key: `${key.sender}|${told.controlId}`,
      order_held: order.control === 'hold',
      order_note: lost,
      ...(isCancelled && { status: 'Cancelled', status_updated_on: now }),
    })
    .execute()
  bookingChanged(work, { id, rev: 1, branch_id: place.branchId })
  work.audited({
    clientId,
    userId: undefined,
    action: 'receive',
    type: 'booking_request',
    recordId: id,
    detail: { by: 'HL7' },
    at: now,
  })
  // A cancellation that came before its order stands for it, so that the order does not come alive afterwards.
  if (isCancelled) return `Order ${key.no} was not known here: its cancellation is kept.`
  await notifyRequest(work, { client_id: clientId, id, branch_id: place.branchId })
  await noticeRequested({ tx, now, clientId, userId: undefined, addJob }, id)
  return lost === '' ? '' : `Order ${key.no}: ${lost}`
}

const keyFields = ({ sender, no, authority }: OrderKey) => ({
  order_sender: sender,
  placer_order_no: no,
  placer_authority: authority,
})

const appliedFields = ({ order, messageTime }: Told) => ({
  order_control: order.control,
  order_time: order.time,
  message_time: messageTime,
})
