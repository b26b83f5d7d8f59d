import {
  type AccessRule,
  type AccessSession,
  allOf,
  isStaff,
  not,
  permits,
  viewsImagesOnly,
} from './rules.ts'
import { SCREEN_RULES, type ScreenPath } from './screens.ts'

export const MENU_GROUPS = ['General', 'MIS Reports', 'System'] as const
export type MenuGroup = (typeof MENU_GROUPS)[number]

export interface MenuEntry {
  group: MenuGroup
  label: string
  route: ScreenPath
  /** Who sees the entry: the people who may open its screen. */
  rule: AccessRule
}

const entry = (group: MenuGroup, label: string, route: ScreenPath): MenuEntry => ({
  group,
  label,
  route,
  rule: SCREEN_RULES[route],
})

/** The side menu in order (docs/screens.md#the-shell), with the System screens last. */
export const MENU: readonly MenuEntry[] = [
  entry('General', 'Dashboard', '/dashboard'),
  entry('General', 'Archives', '/archives'),
  entry('General', 'Lab Reports', '/lab-reports'),
  entry('General', 'Dr. Worklist', '/worklist1'),
  entry('General', 'Follow-ups', '/follow-ups'),
  entry('General', 'Peer learning', '/peer-learning'),
  entry('General', 'Scheduler', '/scheduler'),
  entry('General', 'Visits', '/visits'),
  entry('General', 'Booking Requests', '/booking-requests'),
  entry('General', 'Form F register', '/form-f'),
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
  entry('MIS Reports', 'Flow', '/flow'),
  entry('MIS Reports', 'Pay-out', '/payout'),
  entry('MIS Reports', 'Reconcile', '/reconcile'),
  entry('MIS Reports', 'Leakage', '/leakage'),
  entry('General', 'Que Screens', '/que-screens'),
  entry('System', 'Sync centre', '/sync'),
  entry('System', 'Devices', '/devices'),
  entry('System', 'Interfaces', '/interfaces'),
]

/** The unmatched list (docs/studies.md): for all days, whatever the person's default range for archives is. */
export const UNMATCHED_STUDIES = '/archives?link=Unmatched&range=Any'

/** People who link studies to visits, and therefore look for unlinked ones. */
export const linksStudies: AccessRule = allOf(
  SCREEN_RULES['/archives'],
  permits('edit_patient_and_study'),
  not(viewsImagesOnly),
)

/** An entry of the palette (Ctrl+K): a screen, or a list on one. */
export interface PaletteEntry {
  label: string
  route: ScreenPath
  /** The target: the screen with its query. */
  to: string
}

const onScreen = ({ label, route }: MenuEntry): PaletteEntry => ({ label, route, to: route })

/** Entries without a place in the side menu, and who finds them. */
const BESIDE_MENU: readonly { entry: PaletteEntry; rule: AccessRule }[] = [
  {
    entry: { label: 'Unmatched studies', route: '/archives', to: UNMATCHED_STUDIES },
    rule: linksStudies,
  },
  {
    entry: { label: 'Simple Archives', route: '/archives-small', to: '/archives-small' },
    rule: allOf(isStaff, SCREEN_RULES['/archives-small']),
  },
]

/** The palette entries for `session`, in order. */
export function paletteOf(session: AccessSession): readonly PaletteEntry[] {
  const beside = BESIDE_MENU.filter(({ rule }) => rule(session)).map(({ entry }) => entry)
  return [...menuOf(session).map(onScreen), ...beside]
}

/** The entries that `session` sees, in order; none for patients and referrers (docs/people.md#permissions). */
export function menuOf(session: AccessSession): readonly MenuEntry[] {
  return isStaff(session) ? MENU.filter((item) => item.rule(session)) : []
}
