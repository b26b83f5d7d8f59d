import { sql } from 'kysely'
import { FOLLOW_UP_EVENTS, type FollowUpEvent, followUpReminderDue } from '#domain/message/notice-events.ts'
import type { Context } from '#server/kernel/context.ts'
import { zoneOver } from './patient-values.ts'
import { noticeWork, planNotice, planNotices, recallNotices } from './plan-notice.ts'

/** What notices of a follow-up need of it. */
export interface NoticedFollowUp {
  id: string
  study_id: string
  due_on: string
}

type Work = Pick<Context, 'tx' | 'now' | 'caller' | 'addJob'>

/** A follow-up was set, moved or opened again: patient and referrer are reminded of its day, once a day that was set. */
export async function noticeFollowUp(ctx: Work, { id, study_id, due_on }: NoticedFollowUp): Promise<void> {
  const work = noticeWork(ctx)
  await recallNotices(work, id, FOLLOW_UP_EVENTS, 'moved')
  const due = followUpReminderDue(due_on, work.now, await zoneOf(ctx, study_id))
  // The visit is that of the study when it is asked for: a study is linked, and linked otherwise, later.
  for (const event of FOLLOW_UP_EVENTS)
    await planNotice(work, { event, recordId: id, visitId: null, version: due_on, due })
}

/** A follow-up was closed by a person: nobody is reminded of it. */
export const noticeFollowUpClosed = (ctx: Work, id: string): Promise<void> =>
  recallNotices(noticeWork(ctx), id, FOLLOW_UP_EVENTS, 'closed')

/** The template of the event was saved: what was set while it was off is reminded of too, where its last day is ahead. */
export async function noticeFollowUpsAhead(ctx: Work, event: FollowUpEvent): Promise<void> {
  const work = noticeWork(ctx)
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

/** The clock by which the study's patient is told. */
async function zoneOf({ tx, caller }: Work, studyId: string): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select ${zoneOver('s.client_id')} as zone from study s
    left join branch b on b.client_id = s.client_id and b.id = s.branch_id
    where s.client_id = ${caller.clientId} and s.id = ${studyId}`.execute(tx)
  return rows[0]?.zone ?? 'UTC'
}
