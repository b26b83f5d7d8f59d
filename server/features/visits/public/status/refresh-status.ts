import { sql } from 'kysely'
import { statusesOfStudy } from '#domain/report/number-of-reports.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { ServiceStatus } from '#domain/status/service-status.ts'
import { type VisitStatus, visitStatusOf } from '#domain/status/visit-status.ts'
import { changeVisit, findLockedVisit, type LockedVisit, type VisitWriteContext } from '../write-store.ts'

/**
 * Sets a visit to the status that its services and the reports of its studies imply, and announces it to the feed.
 * Also called if a report's status changes, or if a study is linked to a service or unlinked.
 */
export async function refreshVisitStatus(
  ctx: VisitWriteContext,
  clientId: string,
  visitId: string,
): Promise<void> {
  const visit = await findLockedVisit(ctx, clientId, visitId)
  if (visit) await changeVisit(ctx, visit, { status: await impliedStatus(ctx, visit) })
}

/** Does the same for the visit of a service, as a study refers to it. */
export async function refreshVisitOfService(
  ctx: VisitWriteContext,
  clientId: string,
  serviceId: string,
): Promise<void> {
  const service = await ctx.tx
    .selectFrom('visit_service')
    .select('visit_id')
    .where('client_id', '=', clientId)
    .where('id', '=', serviceId)
    .executeTakeFirst()
  if (service) await refreshVisitStatus(ctx, clientId, service.visit_id)
}

/** Returns the status that follows from the stored services and reports of the visit. */
export async function impliedStatus({ tx }: VisitWriteContext, visit: LockedVisit): Promise<VisitStatus> {
  const services = await tx
    .selectFrom('visit_service')
    .select('status')
    .where('client_id', '=', visit.client_id)
    .where('visit_id', '=', visit.id)
    .where('type', '=', 'Exam_Service')
    .execute()
  return visitStatusOf(visit.status, {
    isRadiology: visit.is_radiology,
    services: services.map(({ status }) => status as ServiceStatus),
    reports: await selectReportStatuses({ tx }, visit),
  })
}

interface StudyReports {
  no_of_reports: number
  reports: { report_no: number; status: ReportStatus }[]
}

/** Selects one status for each report that the visit's studies require. */
async function selectReportStatuses(
  { tx }: Pick<VisitWriteContext, 'tx'>,
  visit: LockedVisit,
): Promise<ReportStatus[]> {
  const { rows } = await sql<StudyReports>`
    select st.no_of_reports, coalesce(jsonb_agg(jsonb_build_object('report_no', r.report_no, 'status', r.status))
      filter (where r.id is not null), '[]') as reports
    from visit_service s
    join study st on st.client_id = s.client_id and st.visit_service_id = s.id and st.hidden is null
    left join report r on r.client_id = st.client_id and r.study_id = st.id
    where s.client_id = ${visit.client_id} and s.visit_id = ${visit.id}
    group by st.id, st.no_of_reports`.execute(tx)
  return rows.flatMap(({ reports, no_of_reports }) => statusesOfStudy(reports, no_of_reports))
}
