import type { Insertable } from 'kysely'
import { v7 as mintId } from 'uuid'
import { birthDayProblem } from '#domain/patient/birth-day.ts'
import { BOOKING_STATUS_TABLE, type BookingStatus, isRequested } from '#domain/status/booking-status.ts'
import { instantOfDicom } from '#domain/study/dicom-time.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Ack } from '#server/integrations/hl7/build-ack.ts'
import type { HospitalOrder, OrderedPatient, ReadOrders } from '#server/integrations/hl7/read-order.ts'
import type { BookingRequest } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/write.ts'
import { bookingChanged, bookingScopes } from '../bookings/store.ts'
import { noticeRequested } from '../notices/request-notices.ts'
import { notifyRequest, settleRequest } from '../notifications/events.ts'
import { findOrder, findPlace, isKnownMessage, type Place, updateOrder } from './store.ts'

type Orders = Extract<ReadOrders, { ok: true }>

/**
 * Stores the orders of one message, all or none: a new one becomes a booking request, a change corrects the request
 * that still waits, a cancellation cancels it. A message that came before is acknowledged again and does nothing.
 */
export async function takeOrders(
  work: Write,
  clientId: string,
  { header, patient, orders }: Orders,
): Promise<Ack> {
  const messageKey = [header.application, header.facility, header.controlId].join('|')
  if (await isKnownMessage(work.tx, clientId, messageKey)) return { code: 'AA', words: 'Taken before' }
  const place = await findPlace(work.tx, clientId, patient.place)
  for (const [index, order] of orders.entries()) {
    await takeOrder(work, clientId, {
      order,
      patient,
      place,
      // Each order of the message keeps the mark of its own, so that all of it is known once one is.
      messageKey: index === 0 ? messageKey : `${messageKey}|${index + 1}`,
    })
  }
  return { code: 'AA' }
}

/** A message that cannot be taken: thrown, so that nothing of it stays. */
export class OrderRefusedError extends Error {
  readonly ack: Ack
  constructor(place: string, words: string) {
    super(words)
    this.name = 'OrderRefusedError'
    this.ack = { code: 'AE', place, words: `${place}: ${words}` }
  }
}

// The hospital's zone is not told: who is born today anywhere is born.
const lastDayAnywhere = (now: Date) => dayAt(now, 'Pacific/Kiritimati')

interface Given {
  order: HospitalOrder
  patient: OrderedPatient
  place: Place
  messageKey: string
}

async function takeOrder(work: Write, clientId: string, given: Given): Promise<void> {
  const { order } = given
  const known = await findOrder(work.tx, clientId, order.placerNo)
  if (order.control === 'cancel') return cancelOrder(work, clientId, given, known)
  const born = given.patient.dob && birthDayProblem(given.patient.dob, lastDayAnywhere(work.now))
  if (born) throw new OrderRefusedError('PID-7', `the date of birth ${born}`)
  // The same order sent anew: only one that still waits is corrected.
  if (known && !isRequested(known.status as BookingStatus)) {
    const { label } = BOOKING_STATUS_TABLE[known.status as BookingStatus]
    throw new OrderRefusedError('ORC-1', `order ${order.placerNo} is ${label} already`)
  }
  if (known) {
    await noted(work, clientId, known.id, { ...fieldsOf(given), message_key: given.messageKey }, 'change')
    return
  }
  const id = mintId()
  const row: Insertable<BookingRequest> = {
    client_id: clientId,
    id,
    source: 'HL7',
    created: work.now,
    message_key: given.messageKey,
    ...fieldsOf(given),
  }
  await work.tx.insertInto('booking_request').values(row).execute()
  bookingChanged(work, { id, rev: 1, branch_id: given.place.branchId })
  await notifyRequest(work, { client_id: clientId, id, branch_id: given.place.branchId })
  const { tx, now, addJob } = work
  await noticeRequested({ tx, now, clientId, userId: undefined, addJob }, id)
  work.audited({
    clientId,
    userId: undefined,
    action: 'receive',
    type: 'booking_request',
    recordId: id,
    detail: { by: 'HL7' },
    at: work.now,
  })
}

async function cancelOrder(
  work: Write,
  clientId: string,
  { order, messageKey }: Given,
  known: { id: string; status: string } | undefined,
): Promise<void> {
  if (!known) throw new OrderRefusedError('ORC-2', `no order ${order.placerNo} is known here`)
  if (!isRequested(known.status as BookingStatus))
    throw new OrderRefusedError('ORC-1', `order ${order.placerNo} is booked already: call the desk`)
  const change = { status: 'Cancelled', status_updated_on: work.now, message_key: messageKey }
  await noted(work, clientId, known.id, change, 'cancel')
  await settleRequest(work, { client_id: clientId, id: known.id, branch_id: null })
}

async function noted(
  work: Write,
  clientId: string,
  id: string,
  change: Parameters<typeof updateOrder>[3],
  action: string,
): Promise<void> {
  const { rev, branch_id, before } = await updateOrder(work.tx, clientId, id, change)
  const left = before === branch_id ? [] : bookingScopes({ branch_id: before })
  work.changed({ type: 'booking_request', id, rev, scopes: bookingScopes({ branch_id }), left })
  work.audited({
    clientId,
    userId: undefined,
    action,
    type: 'booking_request',
    recordId: id,
    detail: { by: 'HL7' },
    at: work.now,
  })
}

function fieldsOf({ order, patient, place }: Given) {
  const { start } = order
  const at =
    start === ''
      ? undefined
      : instantOfDicom(start.slice(0, 8), start.slice(8).replace(/[+-]\d{4}$/, ''), {
          zone: place.zone,
          offset: /[+-]\d{4}$/.exec(start)?.[0],
        })
  return {
    branch_id: place.branchId,
    pat_id: patient.patId.slice(0, 64),
    pat_first_name: patient.fname.slice(0, 60),
    pat_last_name: patient.lname.slice(0, 60),
    pat_dob: patient.dob,
    gender: patient.gender,
    mobile: patient.mobile.slice(0, 20),
    ref_doctor_name: patient.referrer.slice(0, 120),
    ipno: patient.ipNo.slice(0, 40),
    bedno: patient.bedNo.slice(0, 40),
    study_desc: order.description.slice(0, 200),
    accession_no: order.accessionNo.slice(0, 16),
    placer_order_no: order.placerNo.slice(0, 60),
    modalities: order.modality === '' ? [] : [order.modality.slice(0, 16)],
    exam_reason: order.reason.slice(0, 1000),
    start_date: at === undefined ? null : new Date(at),
  }
}
