import { type MenuEntry, menuOf } from './menu.ts'
import {
  type AccessRule,
  type AccessSession,
  allOf,
  hasAnyModule,
  isPatient,
  isReferrer,
  permits,
} from './rules.ts'

/** Who sees the analytics dashboard: a right of the role, if the client has studies at all. */
export const seesDashboard: AccessRule = allOf(
  hasAnyModule('teleradiology', 'archive_reporting', 'patient_portal'),
  permits('view_dashboard'),
)

/** The kind of home: a patient's results, a referrer's patients, the analytics, or pending work with menu tiles. */
export type HomeKind = 'results' | 'patients' | 'analytics' | 'tiles'

/** Which home `session` lands on. */
export function homeOf(session: AccessSession): HomeKind {
  if (isPatient(session)) return 'results'
  if (isReferrer(session)) return 'patients'
  return seesDashboard(session) ? 'analytics' : 'tiles'
}

/** The tiles of a home made of tiles: the menu without the home itself. */
export const homeTilesOf = (session: AccessSession): readonly MenuEntry[] =>
  menuOf(session).filter((entry) => entry.route !== '/dashboard')
