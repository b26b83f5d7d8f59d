import type { SessionFields } from '#domain/access/session.ts'
import type { StudyViewer } from '#domain/study/listable-studies.ts'

/** Who looks at a list, as the rule of listable studies asks. */
export function viewerOf(session: SessionFields): StudyViewer {
  return {
    userId: session.user_id,
    isClientAdmin: session.is_client_admin === 1,
    isDoctor: session.is_doctor === 1,
    permissions: session.modules,
    branchIds: session.branch_ids.split(',').filter(Boolean),
  }
}
