import { sql } from 'kysely'
import {
  EVENTS_OF_LIVE_VISIT,
  EVENTS_OF_START,
  nextPaymentReminder,
  PAYMENT_REMINDERS_MAX,
  reminderDue,
} from '#domain/message/notice-events.ts'
import { hasVisitStarted, type VisitStatus } from '#domain/status/visit-status.ts'
import { UNDO_MS } from '#domain/time/intervals.ts'
import type { Context } from '#server/kernel/context.ts'
import { findToldStart, type NoticeContext, noticeContext, planNotice, recallNotices } from './plan-notice.ts'

/** The fields of a visit that its notices need. */
export interface NoticedVisit {
  id: string
  rev: number
  start_dt: Date
  status: VisitStatus
}

type PlanContext = Pick<Context, 'tx' | 'now' | 'caller' | 'addJob'>

/** Plans the notice of a new booking, and a reminder a day before the visit. */
export async function noticeBooked(ctx: PlanContext, visit: NoticedVisit): Promise<void> {
  const work = noticeContext(ctx)
  await planNotice(work, { event: 'Apointment_Booking', ...placeOf(visit), version: '1' })
  await planReminder(work, visit)
}

/**
 * Handles a new start of a visit: recalls notices of the old start, and plans the notice and reminder of the new one.
 */
export async function noticeMoved(ctx: PlanContext, visit: NoticedVisit, before: Date): Promise<void> {
  if (hasVisitStarted(visit.status)) return
  const work = noticeContext(ctx)
  const told = (await findToldStart(work, visit.id)) ?? before
  await recallNotices(work, visit.id, EVENTS_OF_START, 'moved')
  // The visit is back at the start that the patient knows, so no notice is needed.
  if (told.getTime() !== visit.start_dt.getTime())
    await planNotice(work, {
      event: 'Apointment_Reschedule',
      ...placeOf(visit),
      version: String(visit.rev),
      starts: before < visit.start_dt ? before : visit.start_dt,
      toldStart: told,
      // The person who moved it may still undo that.
      due: new Date(work.now.getTime() + UNDO_MS),
      unlessWaits: 'Apointment_Booking',
    })
  await planReminder(work, visit)
}

/** Plans the notice of a confirmed visit. */
export async function noticeConfirmed(ctx: PlanContext, visit: NoticedVisit): Promise<void> {
  const version = String(visit.rev)
  await planNotice(noticeContext(ctx), { event: 'Apointment_Confirm', ...placeOf(visit), version })
}

/** Recalls all waiting notices of a cancelled visit, and plans the notice of the cancellation. */
export async function noticeCancelled(ctx: PlanContext, visit: NoticedVisit): Promise<void> {
  const work = noticeContext(ctx)
  await recallNotices(work, visit.id, EVENTS_OF_LIVE_VISIT, 'cancelled')
  await planNotice(work, {
    event: 'Apointment_Cancel',
    ...placeOf(visit),
    version: String(visit.rev),
    starts: visit.start_dt,
  })
}

/** Recalls the reminders of a started visit, because the patient is there. */
export async function noticeStarted(ctx: PlanContext, visit: NoticedVisit): Promise<void> {
  await recallNotices(noticeContext(ctx), visit.id, ['Apointment_Booking', ...EVENTS_OF_START], 'started')
}

/**
 * Handles a change of a visit's money, or its start. While the patient owes money for a started visit, plans a
 * reminder for a day later; after the last payment recalls it, and sends results that waited for payment.
 */
export async function noticeBill(
  ctx: PlanContext,
  visit: NoticedVisit,
  bill: { receivable: number },
): Promise<void> {
  const work = noticeContext(ctx)
  if (bill.receivable > 0) {
    if (hasVisitStarted(visit.status)) await planFirstReminder(work, visit.id)
    return
  }
  await recallNotices(work, visit.id, ['Pending_Payment_Reminder'], 'paid')
  await sql`update patient_notice set state = 'Planned', reason = '', due = ${work.now}, settled = null
    where client_id = ${work.clientId} and visit_id = ${visit.id} and state = 'Not_Sent' and reason = 'unpaid'`.execute(
    work.tx,
  )
}

// After a refund the patient may owe money again; reminders sent before count among the three.
async function planFirstReminder(work: NoticeContext, visitId: string): Promise<void> {
  const { rows } = await sql<{ waiting: boolean; used: number }>`
    select coalesce(bool_or(state in ('Planned', 'Quiet')), false) as waiting,
      count(distinct version) filter (where state in ('Handed_Over', 'Not_Sent'))::int as used
    from patient_notice
    where client_id = ${work.clientId} and record_id = ${visitId} and event = 'Pending_Payment_Reminder'`.execute(
    work.tx,
  )
  const { waiting = false, used = 0 } = rows[0] ?? {}
  if (!waiting && used < PAYMENT_REMINDERS_MAX) await planPaymentReminder(work, visitId, String(used + 1))
}

/** Plans the payment reminder with that number, due in a day. */
export async function planPaymentReminder(
  work: NoticeContext,
  visitId: string,
  version: string,
): Promise<void> {
  await planNotice(work, {
    event: 'Pending_Payment_Reminder',
    recordId: visitId,
    visitId,
    version,
    due: nextPaymentReminder(work.now),
  })
}

// A visit booked within the last day needs no reminder, because its booking was just notified.
async function planReminder(work: NoticeContext, visit: NoticedVisit): Promise<void> {
  const due = reminderDue(visit.start_dt)
  if (due <= work.now) return
  const version = visit.start_dt.toISOString()
  await planNotice(work, { event: 'Appointment_Reminder', ...placeOf(visit), version, due })
}

const placeOf = ({ id }: NoticedVisit) => ({ recordId: id, visitId: id })
