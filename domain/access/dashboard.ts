import { type AccessRule, allOf, hasAnyModule, permits } from './rules.ts'

/** Who sees the analytics dashboard: a right of the role, where the client has studies at all. */
export const seesDashboard: AccessRule = allOf(
  hasAnyModule('teleradiology', 'archive_reporting', 'patient_portal'),
  permits('view_dashboard'),
)
