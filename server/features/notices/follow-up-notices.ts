import { sql } from 'kysely'
import { FOLLOW_UP_EVENTS, type FollowUpEvent, followUpReminderDue } from '#domain/message/notice-events.ts'
import type { Context } from '#server/kernel/context.ts'
import { noticeContext, planNotice, planNotices, recallNotices } from './plan-notice.ts'
import { zoneOver } from './zone-over.ts'

/** The fields of a follow-up that its notices need. */
export interface NoticedFollowUp {
  id: string
  study_id: string
  due_on: string
}

type PlanContext = Pick<Context, 'tx' | 'now' | 'caller' | 'addJob'>

/** Plans the reminders of patient and referrer after a follow-up was set, moved or reopened; once per set day. */
export async function noticeFollowUp(
  ctx: PlanContext,
  { id, study_id, due_on }: NoticedFollowUp,
): Promise<void> {
  const work = noticeContext(ctx)
  await recallNotices(work, id, FOLLOW_UP_EVENTS, 'moved')
  const due = followUpReminderDue(due_on, work.now, await zoneOf(ctx, study_id))
  // The visit is looked up from the study when needed, because the study may be linked, or linked to another visit,
  // later.
  for (const event of FOLLOW_UP_EVENTS)
    await planNotice(work, { event, recordId: id, visitId: null, version: due_on, due })
}

/** Recalls the reminders of a follow-up that a person closed. */
export const noticeFollowUpClosed = (ctx: PlanContext, id: string): Promise<void> =>
  recallNotices(noticeContext(ctx), id, FOLLOW_UP_EVENTS, 'closed')

/**
 * Plans reminders after the template of the event was saved, also for follow-ups set while it was off, if their last
 * day is not over.
 */
export async function noticeFollowUpsAhead(ctx: PlanContext, event: FollowUpEvent): Promise<void> {
  const work = noticeContext(ctx)
  const { rows } = await sql<{ id: string; due_on: string; zone: string }>`
    select f.id, f.due_on, ${zoneOver('f.client_id')} as zone from follow_up f
    join study s on s.client_id = f.client_id and s.id = f.study_id
    left join branch b on b.client_id = s.client_id and b.id = s.branch_id
    where f.client_id = ${work.clientId} and f.closed_on is null
      and f.due_to > (${work.now}::timestamptz at time zone ${zoneOver('f.client_id')})::date`.execute(
    work.tx,
  )
  const planned = rows.map(({ id, due_on, zone }) => ({
    record_id: id,
    version: due_on,
    due: followUpReminderDue(due_on, work.now, zone),
  }))
  await planNotices(work, event, planned)
}

/** The time zone in which the study's patient is notified. */
async function zoneOf({ tx, caller }: PlanContext, studyId: string): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select ${zoneOver('s.client_id')} as zone from study s
    left join branch b on b.client_id = s.client_id and b.id = s.branch_id
    where s.client_id = ${caller.clientId} and s.id = ${studyId}`.execute(tx)
  return rows[0]?.zone ?? 'UTC'
}
