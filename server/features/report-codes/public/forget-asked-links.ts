import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { type EndLinksContext, endAskedLinks } from '#server/features/notices/end-asked-links.ts'

/**
 * Does the same as endAskedLinks for a patient whose record was merged or whose links were revoked. Also deletes the
 * patient's request, so that a later release sends nothing until somebody requests it again.
 */
export async function forgetAskedLinks(
  work: EndLinksContext,
  clientId: string,
  studyIds: readonly string[],
  reason: NoticeReason,
): Promise<void> {
  if (studyIds.length === 0) return
  await work.tx
    .updateTable('report_code')
    .set({ asked_on: null, asked_from: '' })
    .where('client_id', '=', clientId)
    .where('visit_id', 'in', (eb) =>
      eb
        .selectFrom('study as st')
        .innerJoin('visit_service as s', (on) =>
          on.onRef('s.client_id', '=', 'st.client_id').onRef('s.id', '=', 'st.visit_service_id'),
        )
        .select('s.visit_id')
        .where('st.client_id', '=', clientId)
        .where('st.id', 'in', [...studyIds]),
    )
    .execute()
  await endAskedLinks(work, clientId, studyIds, reason)
}
