import { noticeContext } from '#server/features/notices/plan-notice.ts'
import { noticeReleased } from '#server/features/notices/report-link-notices.ts'
import { selectAddendaOfStudy } from '#server/features/reports/public/addendum-store.ts'
import { reportScopes, selectReportsOfStudy } from '#server/features/reports/public/store.ts'
import type { LockedStudy } from '#server/features/studies/public/write-store.ts'
import { partChanged } from '#server/features/study-parts/announce-parts.ts'
import type { Context } from '#server/kernel/context.ts'

/**
 * Announces to the feed that a study was activated or deactivated: devices of people who read only by the portal get
 * or remove their copies (studies/public/portal-rights.ts). The end of the activation period changes nothing
 * here; the comparison of sums detects it. Sends the link to a patient who requested the report.
 */
export async function announceResults(ctx: Context, study: LockedStudy): Promise<void> {
  if (study.active_until && study.active_until > ctx.now) await noticeReleased(noticeContext(ctx), study.id)
  for (const report of await selectReportsOfStudy(ctx.tx, study.id))
    ctx.changed({ type: 'report', id: report.id, rev: report.rev, scopes: reportScopes(report, study) })
  for (const addendum of await selectAddendaOfStudy(ctx.tx, study.id))
    partChanged(ctx, 'addendum', addendum, study)
}
