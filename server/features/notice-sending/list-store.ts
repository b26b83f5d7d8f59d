import { sql } from 'kysely'
import type { MessageRow, NoticeRow } from '#contract/calls/messages.ts'
import { FOLLOW_UP_EVENTS } from '#domain/message/notice-events.ts'
import type { Tx } from '#server/kernel/context.ts'

interface JoinedRow {
  id: string
  event: NoticeRow['event']
  channel: NoticeRow['channel']
  state: NoticeRow['state']
  reason: NoticeRow['reason']
  detail: string
  due: Date
  created: Date
  message_id: string | null
  sent_to: string
  message_state: MessageRow['state']
  attempts: number
  last_error: string
  message_created: Date
  sent: Date | null
  delivered: Date | null
  read_on: Date | null
}

// These are found by the study, which may have been linked to another visit since (docs/decisions/335).
const FOLLOW_UPS = [...FOLLOW_UP_EVENTS]

/** Selects the notices of a visit, of its studies and of the request that it came from, newest first. */
export async function selectNotices(tx: Tx, clientId: string, visitId: string): Promise<NoticeRow[]> {
  const { rows } = await sql<JoinedRow>`
    select n.id, n.event, n.channel, n.state, n.reason, n.detail, n.due, n.created, n.message_id, m.sent_to,
      m.state as message_state, m.attempts, m.last_error, m.created as message_created, m.sent, m.delivered, m.read_on
    from patient_notice n
    left join message m on m.client_id = n.client_id and m.id = n.message_id
    where n.client_id = ${clientId} and ((n.visit_id = ${visitId} and n.event <> all(${FOLLOW_UPS}::text[]))
      or (n.event = any(${FOLLOW_UPS}::text[]) and n.record_id in (
        select f.id from visit_service vs
        join study s on s.client_id = vs.client_id and s.visit_service_id = vs.id
        join follow_up f on f.client_id = s.client_id and f.study_id = s.id
        where vs.client_id = ${clientId} and vs.visit_id = ${visitId})) or (n.event = 'Apointment_Request' and n.record_id = (
      select v.booking_request_id from visit v where v.client_id = ${clientId} and v.id = ${visitId})))
    order by n.created desc, n.event, n.channel, n.id limit 200`.execute(tx)
  return rows.map(({ id, event, channel, state, reason, detail, due, created, ...message }) => ({
    id,
    event,
    channel,
    state,
    reason,
    detail,
    due: due.toISOString(),
    created: created.toISOString(),
    message: messageOf(channel, message),
  }))
}

function messageOf(
  channel: NoticeRow['channel'],
  row: Pick<
    JoinedRow,
    | 'message_id'
    | 'sent_to'
    | 'message_state'
    | 'attempts'
    | 'last_error'
    | 'message_created'
    | 'sent'
    | 'delivered'
    | 'read_on'
  >,
): MessageRow | null {
  if (row.message_id === null) return null
  return {
    id: row.message_id,
    channel,
    purpose: 'Notification',
    sent_to: row.sent_to,
    state: row.message_state,
    attempts: row.attempts,
    last_error: row.last_error,
    created: row.message_created.toISOString(),
    created_by: '',
    sent: row.sent?.toISOString() ?? null,
    delivered: row.delivered?.toISOString() ?? null,
    read_on: row.read_on?.toISOString() ?? null,
  }
}
