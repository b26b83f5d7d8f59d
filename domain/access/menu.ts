import { type AccessRule, type AccessSession, isStaff } from './rules.ts'
import { SCREEN_RULES, type ScreenPath } from './screens.ts'

export const MENU_GROUPS = ['General', 'MIS Reports', 'System'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

export interface MenuEntry {
  group: MenuGroup
  label: string
  route: ScreenPath
  /** Who sees the entry: who may open its screen. */
  rule: AccessRule
}

const entry = (group: MenuGroup, label: string, route: ScreenPath): MenuEntry => ({
  group,
  label,
  route,
  rule: SCREEN_RULES[route],
})

/** The side menu in its order (spec 1 section 2), and last what the house itself needs. */
export const MENU: readonly MenuEntry[] = [
  entry('General', 'Dashboard', '/dashboard'),
  entry('General', 'Archives', '/archives'),
  entry('General', 'Lab Reports', '/lab-reports'),
  entry('General', 'Dr. Worklist', '/worklist1'),
  entry('General', 'Scheduler', '/scheduler'),
  entry('General', 'Visits', '/visits'),
  entry('General', 'Booking Requests', '/booking-requests'),
  entry('General', 'Day close', '/day-close'),
  entry('General', 'Dr. Appointments', '/drappointments'),
  entry('General', 'Scan Worklist', '/scan-worklist'),
  entry('General', 'Patient Portal', '/patient-portal'),
  entry('General', 'Patients', '/patients'),
  entry('General', 'Masters', '/master'),
  entry('General', 'Pacs', '/pacs'),
  entry('General', 'Clients', '/clients'),
  entry('General', 'Licence Keys', '/licence'),
  entry('MIS Reports', 'Referral', '/referral'),
  entry('MIS Reports', 'Sales Report', '/sales-report'),
  entry('MIS Reports', 'BI', '/ezzy-bi'),
  entry('General', 'Que Screens', '/que-screens'),
  entry('System', 'Sync centre', '/sync'),
  entry('System', 'Devices', '/devices'),
]

/** Screens without a place in the side menu, which the palette (Ctrl+K) finds beside it. */
const BESIDE_MENU: readonly MenuEntry[] = [entry('General', 'Simple Archives', '/archives-small')]

/** What the palette offers to `session`, in order. */
export function paletteOf(session: AccessSession): readonly MenuEntry[] {
  return [...menuOf(session), ...(isStaff(session) ? BESIDE_MENU.filter((item) => item.rule(session)) : [])]
}

/** The entries that `session` sees, in order; none for patients and referrers (spec 1 section 6). */
export function menuOf(session: AccessSession): readonly MenuEntry[] {
  return isStaff(session) ? MENU.filter((item) => item.rule(session)) : []
}
