import { moduleLabel } from './application-modules.ts'
import { type HomeKind, homeOf, homeTilesOf } from './dashboard.ts'
import { KNOWLEDGE, KNOWS, type Knowledge } from './knowledge.ts'
import type { MainModule } from './main-modules.ts'
import { MENU, menuOf } from './menu.ts'
import type { Permission } from './permissions.ts'
import { type AccessSession, hasAnyModule, isStaff, permits } from './rules.ts'
import type { SalesInvoiceScope, SalesReportScope } from './sales-scopes.ts'
import { SCREEN_RULES, type ScreenPath } from './screens.ts'
import { TILE_TITLES, tilesOf } from './tiles.ts'

/** Somebody with a role, as the rules of screens, tiles and calls judge them. */
export interface Viewer {
  session: AccessSession
  salesReport: SalesReportScope
  salesInvoice: SalesInvoiceScope
}

/** An action on a screen, with what the server requires for it. */
export interface GuardedAct {
  screen: ScreenPath
  words: string
  permission: Permission
  /** The client needs one of these main modules; empty if none is required. */
  modules: readonly MainModule[]
}

export const SIGHT_PARTS = ['menu', 'home', 'screens', 'tiles', 'acts', 'fields', 'rest'] as const
export type SightPart = (typeof SIGHT_PARTS)[number]

/** One thing that a holder of the role sees or does; `group` is its heading. */
export interface SightItem {
  part: SightPart
  group: string
  words: string
}

/** How an item compares to the saved role: the same, gained, lost or hidden in this form. */
export type SightMark = 'same' | 'gains' | 'loses' | 'hidden'
export interface MarkedItem extends SightItem {
  mark: SightMark
}

const HOMES: Record<HomeKind, string> = {
  results: 'Own results',
  patients: 'My Patients',
  analytics: 'Analytics of the studies',
  tiles: 'What waits for them, and tiles',
}

/** Screens without a menu entry. */
const BESIDE_MENU: Partial<Record<ScreenPath, string>> = {
  '/study/:studyId': 'A study with its report and images',
  '/report/:studyId': 'Write Report',
  '/archives-small': 'Simple Archives',
  '/patient-profile/:patientId': 'Patient profile',
  '/shared-file': 'File that was shared with the app',
  '/view-bodyparts': 'AI body parts',
  '/patient/request-appointment': 'Book New Appointment',
  '/patient/bookings': 'View Bookings',
  '/profile': 'Profile',
}

const LABELS = new Map<ScreenPath, string>(MENU.map(({ route, label }) => [route, label]))

const KNOWN: Record<Knowledge, string> = {
  money: 'What patients pay: amounts, discounts, receipts and balances',
  prices: 'What services and packages cost',
  commission: 'What referrers earn',
  identity: 'National ids and passports of patients',
  colleagues: 'Branches, roles and rights of colleagues',
}

const INVOICES: Record<SalesInvoiceScope, string> = {
  All: 'Invoices: paid and pending',
  Paid_Only: 'Invoices: paid only',
  Pending_Only: 'Invoices: pending only',
}
const SALES: Record<SalesReportScope, string> = {
  All: 'Sales: of everybody',
  Self_Created_Only: 'Sales: of the visits that they make',
}
/** Permissions whose reports and lists are limited by the sales scopes. */
const OF_SALES: readonly Permission[] = [
  'sales_report',
  'bi_report',
  'referral_commission_report',
  'appointments',
]

const mayDo = ({ permission, modules }: GuardedAct, session: AccessSession): boolean =>
  permits(permission)(session) && (modules.length === 0 || hasAnyModule(...modules)(session))

/** Everything that a viewer sees and may do, by the rules that the shell, the screens and the server use. */
export function sightOf(
  { session, salesReport, salesInvoice }: Viewer,
  acts: readonly GuardedAct[],
): SightItem[] {
  const done = acts.filter((act) => mayDo(act, session))
  const home = homeOf(session)
  const items: SightItem[] = [
    ...menuOf(session).map(({ group, label }) => ({ part: 'menu' as const, group, words: label })),
    { part: 'home', group: '', words: HOMES[home] },
    ...(home === 'tiles' ? homeTilesOf(session) : []).map(({ label }) => ({
      part: 'home' as const,
      group: 'Tiles',
      words: label,
    })),
    ...besideMenu(session).map((words) => ({ part: 'screens' as const, group: '', words })),
    ...tilesOf(session).map((tile) => ({ part: 'tiles' as const, group: '', words: TILE_TITLES[tile] })),
    ...done.map(({ screen, words }) => ({ part: 'acts' as const, group: LABELS.get(screen) ?? '', words })),
    ...KNOWLEDGE.filter((kind) => KNOWS[kind](session)).map((kind) => field(KNOWN[kind])),
    ...(readsSales(session) ? [field(SALES[salesReport]), field(INVOICES[salesInvoice])] : []),
    ...restOf(session, acts).map((words) => ({ part: 'rest' as const, group: '', words })),
  ]
  return items
}

const field = (words: string): SightItem => ({ part: 'fields', group: '', words })

const readsSales = (session: AccessSession) =>
  isStaff(session) && OF_SALES.some((name) => permits(name)(session))

const besideMenu = (session: AccessSession) =>
  (Object.entries(BESIDE_MENU) as [ScreenPath, string][]).flatMap(([path, words]) =>
    SCREEN_RULES[path](session) ? [words] : [],
  )

// Rights within calls that others may make too: overbooking, discounts, papers before payment, kinds of comments.
function restOf(session: AccessSession, acts: readonly GuardedAct[]): string[] {
  if (!isStaff(session)) return []
  const shown = new Set(acts.map(({ permission }) => permission))
  return session.modules.filter((name) => !shown.has(name) && !OPENS_SCREEN.has(name)).map(moduleLabel)
}

const OPENS_SCREEN: ReadonlySet<Permission> = new Set<Permission>([
  'view_dashboard',
  'view_archives',
  'view_all_dr_worklist',
  'view_patient_portal_archives',
  'view_patient_portal_patients',
  'appointments',
  'scan_worklist',
  'manage_users',
  'manage_masters',
  'create_templates',
  'manage_clients',
  'referral_commission_report',
  'sales_report',
  'bi_report',
  'que_screen',
])

const keyOf = ({ part, group, words }: SightItem) => `${part}|${group}|${words}`

/**
 * What a holder of the role would see, each item marked against the saved role; without one nothing is marked.
 * Kinds of fields that neither role may know are listed as hidden.
 */
export function compareSight(
  before: readonly SightItem[] | undefined,
  after: readonly SightItem[],
): MarkedItem[] {
  const had = new Set((before ?? after).map(keyOf))
  const has = new Set(after.map(keyOf))
  const now = after.map((item) => ({
    ...item,
    mark: had.has(keyOf(item)) ? ('same' as const) : ('gains' as const),
  }))
  const gone = (before ?? [])
    .filter((item) => !has.has(keyOf(item)))
    .map((item) => ({ ...item, mark: 'loses' as const }))
  const known = new Set([...now, ...gone].map(keyOf))
  const hidden = Object.values(KNOWN)
    .map(field)
    .filter((item) => !known.has(keyOf(item)))
    .map((item) => ({ ...item, mark: 'hidden' as const }))
  return [...now, ...gone, ...hidden]
}
