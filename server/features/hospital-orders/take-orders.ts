import { v7 as mintId } from 'uuid'
import { compareMessages } from '#domain/order/message-order.ts'
import type { Ack } from '#server/integrations/hl7/build-ack.ts'
import type { ReadOrders } from '#server/integrations/hl7/read-order.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { insertRequest } from '../bookings/public/ordered-requests.ts'
import { noticeRequested } from '../notices/request-notices.ts'
import { notifyRequest } from '../notifications/public/events.ts'
import { changeKnown, type Told } from './change-known.ts'
import { fieldsOf, lostWords } from './order-fields.ts'
import {
  findOrder,
  findOrderBranch,
  holdOrders,
  noteTaken,
  type OrderKey,
  type StoredOrder,
} from './store.ts'

type Orders = Extract<ReadOrders, { ok: true }>

/**
 * Processes the orders of one message, all or none: a new order creates a booking request, a change updates a waiting
 * request, a cancellation cancels it. Sender, number and authority identify an order. A repeated message does
 * nothing, and a message older than the stored state changes nothing. The answer names what could not be applied.
 */
export async function takeOrders(
  work: Write,
  clientId: string,
  { header, patient, orders }: Orders,
  digest: Buffer,
): Promise<Ack> {
  const sender = `${header.application}|${header.facility}`
  const keys = orders.map((order) => ({ sender, no: order.placerNo, authority: order.placerAuthority }))
  // The authority may be missing in one of two messages about the same order, so it is not part of the name.
  const names = keys.map(({ no }) => `${sender} ${no}`)
  const before = await holdOrders(work.tx, clientId, { digest, names, now: work.now })
  if (before !== undefined) return { code: 'AA', words: ['Taken before', before].filter(Boolean).join('. ') }
  const branch = await findOrderBranch(work.tx, clientId, patient.place)
  const said: string[] = []
  for (const [index, order] of orders.entries()) {
    const key = keys[index] ?? { sender, no: order.placerNo, authority: order.placerAuthority }
    const told: Told = { order, patient, branch, now: work.now, messageTime: header.time, key, clientId }
    said.push(await takeOrder(work, { ...told, controlId: header.controlId }))
  }
  const words = said.filter(Boolean).join(' ')
  await noteTaken(work.tx, clientId, digest, { words, taken: work.now })
  return { code: 'AA', words }
}

/** Processes one order and returns a text for the sender; empty if everything was applied. */
async function takeOrder(work: Write, told: Told & { controlId: string }): Promise<string> {
  const { order, key, clientId } = told
  if (order.control === 'nothing') return `Order ${key.no}: ORC-1 ${order.code} asks for nothing here.`
  const known = await findOrder(work.tx, clientId, key)
  const by = known ? compareWith(known, told) : 1
  if (known && isLate(known, told, by)) return `Order ${key.no}: a later message of it was taken already.`
  // A number that is reused after its order was cancelled is a new order.
  const beginsAnew = known?.status === 'Cancelled' && order.control === 'new' && by > 0
  if (known && !beginsAnew) return changeKnown(work, known, told)
  if (order.description === '' && order.control !== 'cancel')
    return `Order ${key.no} is not known here: send it as new (NW).`
  return insertOrder(work, told)
}

/** Positive if the message is newer than the last one applied; 0 if the times cannot decide. */
const compareWith = (known: StoredOrder, { order, messageTime, branch }: Told): number =>
  compareMessages(
    { order: order.time, message: messageTime },
    { order: known.order_time, message: known.message_time },
    branch.zone,
  )

/**
 * Returns true if the stored state comes from a later message. Without times, only an NW after a change counts as
 * late.
 */
const isLate = (known: StoredOrder, { order }: Told, by: number): boolean =>
  by < 0 || (by === 0 && order.control === 'new' && !['', 'new'].includes(known.order_control))

async function insertOrder(work: Write, told: Told & { controlId: string }): Promise<string> {
  const { order, key, clientId, branch } = told
  const { tx, now, addJob } = work
  const id = mintId()
  const isCancelled = order.control === 'cancel'
  const lost = lostWords(told)
  await insertRequest(work, {
    ...fieldsOf(told),
    client_id: clientId,
    id,
    branch_id: branch.branchId,
    source: 'HL7',
    created: now,
    ...keyFields(key),
    ...appliedFields(told),
    message_key: `${key.sender}|${told.controlId}`,
    order_held: order.control === 'hold',
    order_note: lost,
    ...(isCancelled && { status: 'Cancelled', status_updated_on: now }),
  })
  work.audited({
    clientId,
    userId: undefined,
    action: 'receive',
    type: 'booking_request',
    recordId: id,
    detail: { by: 'HL7' },
    at: now,
  })
  // A cancellation that arrives before its order is stored, so that the order is not activated afterwards.
  if (isCancelled) return `Order ${key.no} was not known here: its cancellation is kept.`
  await notifyRequest(work, { client_id: clientId, id, branch_id: branch.branchId })
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
