import { sql } from 'kysely'
import { type NoticeContext, SEND_NOTICE } from './plan-notice.ts'

/**
 * Plans the links after the patient of a visit requested the report: one for each study of the visit, sent at once if
 * the study is released. A later request plans again; the same request is planned once.
 */
export const noticeReportAsked = (work: NoticeContext, visitId: string): Promise<void> =>
  plan(work, sql`rc.visit_id = ${visitId}`, true)

/**
 * Plans the link after a study was signed or activated, if its patient has requested the report, or resumes one that
 * waited for that. A patient who was sent the link does not get it twice, unless the sent link was ended since
 * (end-asked-links.ts).
 */
export const noticeReleased = (work: NoticeContext, studyId: string): Promise<void> =>
  plan(work, sql`st.id = ${studyId}`, false)

async function plan(
  { tx, now, clientId, addJob }: NoticeContext,
  which: ReturnType<typeof sql>,
  isAsking: boolean,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into patient_notice
      (client_id, id, event, record_id, version, channel, visit_id, due, state, is_forced, created)
    select st.client_id, gen_random_uuid(), 'Report_Link', st.id,
      to_char(rc.asked_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || coalesce('#' || nullif(ended.links, 0), ''),
      'W', rc.visit_id, ${now}, 'Planned', ${isAsking}, ${now}
    from report_code rc
    join visit_service s on s.client_id = rc.client_id and s.visit_id = rc.visit_id
    join study st on st.client_id = s.client_id and st.visit_service_id = s.id
    cross join lateral (select count(*) as links from share_link l where l.client_id = st.client_id
      and l.study_id = st.id and l.created_by is null and l.revoked is not null) ended
    where rc.client_id = ${clientId} and rc.asked_on is not null and st.hidden is null and ${which}
    on conflict (client_id, record_id, event, version, channel) do update
      set state = 'Planned', reason = '', detail = '', due = excluded.due, settled = null
      where patient_notice.message_id is null and patient_notice.reason in ('unpaid', 'not_released', 'not_active', 'withdrawn')
    returning id`.execute(tx)
  if (rows.length > 0)
    await addJob(
      { name: SEND_NOTICE },
      rows.map(({ id }) => id),
    )
}

/**
 * Returns the time of the request from the version of a notice. The rest of the version is the number of links that
 * had been ended by then.
 */
export const askedIn = (version: string): string => version.split('#', 1)[0] ?? ''
