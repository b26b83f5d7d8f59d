import type { SessionFields } from '#domain/access/session.ts'
import type { StudyViewer } from '#domain/study/lists/listable-studies.ts'

/** The viewer of a list, as the rule for listable studies needs it. */
export function viewerOf(session: SessionFields): StudyViewer {
  return {
    userId: session.user_id,
    isClientAdmin: session.is_client_admin === 1,
    isDoctor: session.is_doctor === 1,
    permissions: session.modules,
    branchIds: session.branch_ids.split(',').filter(Boolean),
  }
}
