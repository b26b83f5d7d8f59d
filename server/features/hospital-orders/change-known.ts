import type { Updateable } from 'kysely'
import { BOOKING_STATUS_TABLE, type BookingStatus, isRequested } from '#domain/status/booking-status.ts'
import type { BookingRequest } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { changeOrdered } from '../bookings/public/ordered-requests.ts'
import { notifyRequest, settleRequest } from '../notifications/public/events.ts'
import { changedFields, type Given, lostWords } from './order-fields.ts'
import type { OrderKey, StoredOrder } from './store.ts'

/** One order of a message, with its origin and client. */
export interface Told extends Given {
  key: OrderKey
  /** MSH-7 as received. */
  messageTime: string
  clientId: string
}

/**
 * Applies a message to the request of its order and returns a text for the sender. A request that is no longer
 * waiting stays unchanged: the hospital's wish is stored with it and the desk is notified.
 */
export async function changeKnown(work: Write, known: StoredOrder, told: Told): Promise<string> {
  const { order, key } = told
  if (isRequested(known.status as BookingStatus)) return changeWaiting(work, known, told)
  const { label } = BOOKING_STATUS_TABLE[known.status as BookingStatus]
  if (known.status === 'Cancelled')
    return order.control === 'cancel'
      ? ''
      : `Order ${key.no} is already cancelled: send it as new (NW) with a later time (MSH-7).`
  const wish = wishOf(known, told)
  if (wish === '') return `Order ${key.no} is already ${label.toLowerCase()}; nothing changed.`
  await noted(work, known, told, { order_note: wish.slice(0, 1000), order_held: isHeld(known, told) }, 'wish')
  await notifyRequest(work, known)
  return `Order ${key.no} is already booked: the desk was told and decides; call it where that is urgent.`
}

async function changeWaiting(work: Write, known: StoredOrder, told: Told): Promise<string> {
  const { control } = told.order
  if (control === 'cancel') {
    await noted(work, known, told, { status: 'Cancelled', status_updated_on: work.now }, 'cancel')
    await settleRequest(work, known)
    return ''
  }
  const lost = lostWords(told)
  const change = {
    ...changedFields(told),
    order_held: isHeld(known, told),
    ...(lost !== '' && { order_note: lost }),
  }
  await noted(work, known, told, change, 'change')
  return lost === '' ? '' : `Order ${told.key.no}: ${lost}`
}

const isHeld = (known: StoredOrder, { order }: Told): boolean =>
  order.control === 'hold' || (order.control !== 'release' && known.order_held)

/** Returns what the hospital wants for an order that is already booked; empty if the message contains nothing new. */
function wishOf(known: StoredOrder, told: Told): string {
  const { control } = told.order
  if (control === 'cancel') return 'The hospital cancelled this order after it was booked.'
  if (control === 'hold') return 'The hospital holds this order after it was booked.'
  if (control === 'release') return 'The hospital released this order.'
  const { study_desc, exam_reason, start_date, modalities } = changedFields(told)
  const news = [
    study_desc !== undefined && study_desc !== known.study_desc ? `examination ${study_desc}` : '',
    exam_reason !== undefined && exam_reason !== known.exam_reason ? `reason ${exam_reason}` : '',
    Array.isArray(modalities) && modalities[0] !== known.modalities[0] ? `modality ${modalities[0]}` : '',
    start_date instanceof Date && start_date.getTime() !== known.start_date?.getTime()
      ? `time ${told.order.start}`
      : '',
  ].filter(Boolean)
  return news.length === 0 ? '' : `The hospital changed this order after it was booked: ${news.join(', ')}.`
}

async function noted(
  work: Write,
  known: StoredOrder,
  { order, messageTime, key, clientId }: Told,
  change: Updateable<BookingRequest>,
  action: string,
): Promise<void> {
  await changeOrdered(work, known, {
    ...change,
    placer_authority: key.authority,
    order_control: order.control,
    order_time: order.time,
    message_time: messageTime,
  })
  work.audited({
    clientId,
    userId: undefined,
    action,
    type: 'booking_request',
    recordId: known.id,
    detail: { by: 'HL7' },
    at: work.now,
  })
}
