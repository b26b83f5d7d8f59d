import { isSigned, type ReportStatus } from '#domain/status/report-status.ts'
import { type NoticeContext, planNotice, recallNotices } from './plan-notice.ts'
import { noticeReleased } from './report-link-notices.ts'

/** The fields of a study that its notices need. */
export interface NoticedStudy {
  id: string
  client_id: string
  status: ReportStatus
  signed_on: Date | null
  verified_on: Date | null
  visit_service_id: string | null
}

/**
 * Plans a notice after every report of a study was signed, or signed again, once per signature; the same for
 * verification.
 * A reopened report recalls waiting notices.
 */
export async function noticeReport(
  work: NoticeContext,
  before: NoticedStudy,
  after: NoticedStudy,
): Promise<void> {
  const isNewSignature = timeOf(before.signed_on) !== timeOf(after.signed_on)
  const isNewVerification = timeOf(before.verified_on) !== timeOf(after.verified_on)
  if (!isNewSignature && !isNewVerification) return
  const stale = isNewSignature ? (['Report_Sign', 'Report_Verify'] as const) : (['Report_Verify'] as const)
  if (isSigned(before.status))
    await recallNotices(work, after.id, stale, isNewSignature ? 'replaced' : 'withdrawn')
  if (!isSigned(after.status)) return
  await noticeReleased(work, after.id)
  const place = { recordId: after.id, visitId: await visitOf(work, after) }
  if (isNewSignature && after.signed_on)
    await planNotice(work, { ...place, event: 'Report_Sign', version: after.signed_on.toISOString() })
  if (isNewVerification && after.verified_on)
    await planNotice(work, { ...place, event: 'Report_Verify', version: after.verified_on.toISOString() })
}

const timeOf = (moment: Date | null) => moment?.getTime()

async function visitOf(
  { tx }: NoticeContext,
  { client_id, visit_service_id }: NoticedStudy,
): Promise<string | null> {
  if (visit_service_id === null) return null
  const service = await tx
    .selectFrom('visit_service')
    .select('visit_id')
    .where('client_id', '=', client_id)
    .where('id', '=', visit_service_id)
    .executeTakeFirst()
  return service?.visit_id ?? null
}
