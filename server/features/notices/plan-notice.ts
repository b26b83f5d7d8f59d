import { sql } from 'kysely'
import type { NoticeReason } from '#domain/message/decide-notice.ts'
import type { NoticeEvent } from '#domain/message/notice-events.ts'
import type { NotificationEvent } from '#domain/message/notification.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { recallingMessages } from '../messages/public/recall.ts'

/** The queue of due notices. */
export const SEND_NOTICE = 'notices/send'

/** The transaction data that planning needs, from a person's call or from the server itself. */
export interface NoticeContext {
  tx: Tx
  now: Date
  clientId: string
  userId: string | undefined
  addJob: Context['addJob']
}

/** Converts a handler's context. */
export const noticeContext = ({
  tx,
  now,
  caller,
  addJob,
}: Pick<Context, 'tx' | 'now' | 'caller' | 'addJob'>): NoticeContext => ({
  tx,
  now,
  clientId: caller.clientId,
  userId: caller.userId,
  addJob,
})

/** A notice to plan, on each channel that its English template is enabled for. */
export interface PlannedNotice {
  event: NotificationEvent
  /** The id of the request, visit, study or follow-up. */
  recordId: string
  /** The same version is sent once. */
  version: string
  visitId: string | null
  /** The start of a visit that the patient might come to in vain. */
  starts?: Date
  /** The start of the visit that the patient knows while this notice waits. */
  toldStart?: Date
  /** Default: now. */
  due?: Date
  /** Skips a channel on which this other event of the record still waits, because that notice includes this one. */
  unlessWaits?: NotificationEvent
}

const WAITING = sql`('Planned', 'Quiet')`
/**
 * No message of the notice was sent. A notice that was requested again and was not sent may have been sent earlier.
 */
const NEVER_LEFT = sql`not exists (select from message m where m.client_id = patient_notice.client_id
  and m.id = patient_notice.message_id and m.state <> 'Recalled')`

/**
 * Plans a notice in the transaction of its cause. The same (record, event, version, channel) is planned once, however
 * often the cause occurs; only one that was recalled since is planned again.
 */
export async function planNotice(work: NoticeContext, notice: PlannedNotice): Promise<void> {
  const { tx, now, clientId, userId, addJob } = work
  const {
    event,
    recordId,
    version,
    visitId,
    starts = null,
    toldStart = null,
    due = now,
    unlessWaits = null,
  } = notice
  const { rows } = await sql<{ id: string }>`
    insert into patient_notice
      (client_id, id, event, record_id, version, channel, visit_id, starts, told_start, due, state, created, created_by)
    select t.client_id, gen_random_uuid(), t.event, ${recordId}, ${version}, c.channel, ${visitId}, ${starts}, ${toldStart}, ${due},
      'Planned', ${now}, ${userId ?? null}
    from notification_template t
    cross join lateral (values ('E', t.is_email_active), ('S', t.is_sms_active), ('W', t.is_whatsapp_active))
      c (channel, is_on)
    where t.client_id = ${clientId} and t.event = ${event} and t.language = 'en' and c.is_on and not exists (
      select from patient_notice w where w.client_id = t.client_id and w.record_id = ${recordId}
        and w.event = ${unlessWaits} and w.channel = c.channel and w.state in ${WAITING})
    on conflict (client_id, record_id, event, version, channel) do update
      set state = 'Planned', reason = '', detail = '', due = excluded.due, settled = null, message_id = null
      where patient_notice.state = 'Recalled'
    returning id`.execute(tx)
  // Later ones are found by the job that runs every minute.
  if (rows.length === 0 || due > now) return
  await addJob(
    { name: SEND_NOTICE },
    rows.map(({ id }) => id),
  )
}

/**
 * Plans notices of one event that are all due later, on each channel that its template is enabled for. Planned or
 * sent notices stay unchanged; recalled ones, and those not sent because the channel was off, are planned again.
 */
export async function planNotices(
  { tx, now, clientId, userId }: NoticeContext,
  event: NotificationEvent,
  planned: readonly { record_id: string; version: string; due: Date }[],
): Promise<void> {
  await sql`
    insert into patient_notice (client_id, id, event, record_id, version, channel, due, state, created, created_by)
    select t.client_id, gen_random_uuid(), t.event, w.record_id, w.version, c.channel, w.due, 'Planned', ${now},
      ${userId ?? null}
    from notification_template t
    cross join lateral (values ('E', t.is_email_active), ('S', t.is_sms_active), ('W', t.is_whatsapp_active))
      c (channel, is_on)
    cross join jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) w (record_id uuid, version text, due timestamptz)
    where t.client_id = ${clientId} and t.event = ${event} and t.language = 'en' and c.is_on
    on conflict (client_id, record_id, event, version, channel) do update
      set state = 'Planned', reason = '', detail = '', due = excluded.due, settled = null, message_id = null
      where (patient_notice.state = 'Recalled'
          or (patient_notice.state = 'Not_Sent' and patient_notice.reason = 'switched_off'))
        and ${NEVER_LEFT}`.execute(tx)
}

/** Returns the start of a visit that its patient knows, while a notice of another start waits. */
export async function findToldStart(
  { tx, clientId }: NoticeContext,
  visitId: string,
): Promise<Date | undefined> {
  const { rows } = await sql<{ told_start: Date }>`
    select told_start from patient_notice
    where client_id = ${clientId} and record_id = ${visitId} and event = 'Apointment_Reschedule'
      and state in ${WAITING} and told_start is not null
    order by created, id limit 1`.execute(tx)
  return rows[0]?.told_start
}

/** Recalls the waiting notices of these events of a record, and their messages that wait for a retry. */
export async function recallNotices(
  { tx, now, clientId }: NoticeContext,
  recordId: string,
  events: readonly NoticeEvent[],
  reason: NoticeReason,
): Promise<void> {
  const handedOver = sql`from patient_notice n
      where n.client_id = ${clientId} and n.record_id = ${recordId} and n.event = any(${[...events]}::text[])
        and n.state = 'Handed_Over' and m.client_id = n.client_id and m.id = n.message_id`
  await sql`
    with held as (${recallingMessages(handedOver)})
    update patient_notice n set state = 'Recalled', reason = ${reason}, settled = ${now}
    where n.client_id = ${clientId} and n.record_id = ${recordId} and n.event = any(${[...events]}::text[])
      and (n.state in ${WAITING} or n.message_id in (select id from held))`.execute(tx)
}
