import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { hasSigned } from '#domain/report/filed.ts'
import type { ReportStatus } from '#domain/status/report-status.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { revokeAskedLinks } from '../share-links/asked-links.ts'
import { type NoticeContext, recallNotices } from './plan-notice.ts'

/** The columns of a study that decide whether links requested by WhatsApp end. */
export interface ReleasedStudy {
  id: string
  client_id: string
  status: ReportStatus
  signed_reports: number
  active_until: Date | null
  hidden: Date | null
  patient_id: string | null
  visit_service_id: string | null
}

export type EndLinksContext = Pick<Write, 'tx' | 'now' | 'addJob'> & {
  caller?: { userId: string } | undefined
}

/**
 * Ends the links that the patient requested, and recalls waiting messages, if the study's report was reopened, its
 * activation ended, or the study was deleted or moved to another patient or visit.
 */
export async function endLinksOfChange(
  work: EndLinksContext,
  before: ReleasedStudy,
  after: ReleasedStudy,
): Promise<void> {
  const reason = whyEnded(before, after, work.now)
  if (reason) await endAskedLinks(work, after.client_id, [after.id], reason)
}

function whyEnded(before: ReleasedStudy, after: ReleasedStudy, now: Date): NoticeReason | undefined {
  const hasMoved = (name: 'patient_id' | 'visit_service_id') =>
    before[name] !== null && before[name] !== after[name]
  if (after.hidden && !before.hidden) return 'gone'
  if (hasMoved('patient_id') || hasMoved('visit_service_id')) return 'gone'
  if (hasSigned(before) && !hasSigned(after)) return 'withdrawn'
  const isActive = ({ active_until }: ReleasedStudy) => active_until !== null && active_until > now
  return isActive(before) && !isActive(after) ? 'not_active' : undefined
}

/**
 * Ends the links to these studies that a patient requested by WhatsApp, and recalls waiting messages with such a
 * link. Links that staff shared stay; the person who shared them decides about them.
 */
export async function endAskedLinks(
  { tx, now, addJob, caller }: EndLinksContext,
  clientId: string,
  studyIds: readonly string[],
  reason: NoticeReason,
): Promise<void> {
  const work: NoticeContext = { tx, now, clientId, userId: caller?.userId, addJob }
  if (studyIds.length === 0) return
  for (const id of studyIds) await recallNotices(work, id, ['Report_Link'], reason)
  await revokeAskedLinks({ tx, now, caller }, clientId, studyIds)
}
