import { sql } from 'kysely'
import { followUpReminderDue } from '#domain/message/notice-events.ts'
import type { Context } from '#server/kernel/context.ts'
import { noticeWork, planNotice, recallNotices } from './plan-notice.ts'

/** What notices of a follow-up need of it. */
export interface NoticedFollowUp {
  id: string
  study_id: string
  due_on: string
}

type Work = Pick<Context, 'tx' | 'now' | 'caller' | 'addJob'>

const EVENT = 'Follow_Up_Due'

/** A follow-up was set, moved or opened again: the patient is reminded of its day, once a day that was set. */
export async function noticeFollowUp(ctx: Work, { id, study_id, due_on }: NoticedFollowUp): Promise<void> {
  const work = noticeWork(ctx)
  await recallNotices(work, id, [EVENT], 'moved')
  const { zone, visit_id } = await placeOf(ctx, study_id)
  const due = followUpReminderDue(due_on, work.now, zone)
  await planNotice(work, { event: EVENT, recordId: id, visitId: visit_id, version: due_on, due })
}

/** A follow-up was closed by a person: nobody is reminded of it. */
export const noticeFollowUpClosed = (ctx: Work, id: string): Promise<void> =>
  recallNotices(noticeWork(ctx), id, [EVENT], 'closed')

/** The clock of the branch, and the visit of the study, at which the fate of the reminder is shown. */
async function placeOf(
  { tx, caller }: Work,
  studyId: string,
): Promise<{ zone: string; visit_id: string | null }> {
  const { rows } = await sql<{ zone: string; visit_id: string | null }>`
    select coalesce(b.time_zone, 'UTC') as zone, vs.visit_id from study s
    left join branch b on b.client_id = s.client_id and b.id = s.branch_id
    left join visit_service vs on vs.client_id = s.client_id and vs.id = s.visit_service_id
    where s.client_id = ${caller.clientId} and s.id = ${studyId}`.execute(tx)
  return rows[0] ?? { zone: 'UTC', visit_id: null }
}
