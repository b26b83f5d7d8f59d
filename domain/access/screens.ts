import type { MainModule } from './main-modules.ts'
import {
  type AccessRule,
  type AccessSession,
  allOf,
  anyOf,
  hasAnyModule,
  isClientAdmin,
  isClinicDoctor,
  isDoctor,
  isInIndia,
  isOfClient,
  isPatient,
  isSigner,
  isStaff,
  learnsFromPeers,
  not,
  permits,
  viewsImagesOnly,
} from './rules.ts'

const everybody: AccessRule = () => true
const studies = hasAnyModule('teleradiology', 'archive_reporting')
const booking = hasAnyModule('appointment_system')

const archives = allOf(studies, permits('view_archives'))
const doctorWorklist = allOf(studies, anyOf(permits('view_all_dr_worklist'), isDoctor))
const frontDesk = allOf(booking, permits('appointments'))
const clients = permits('manage_clients')
// manage_users beside the table's own row: two of the tiles belong to it (docs/masters.md#who-sees-which-tile).
const hub = anyOf(permits('manage_masters'), permits('create_templates'), permits('manage_users'), isDoctor)

/**
 * Screens that need no session (docs/screens.md#the-shell); the server checks the screen's client for /que/{uid}, and
 * the secret of /shared/{secret}, or in the fragment of /set-password, is the only right required.
 */
export const PUBLIC_PATHS = [
  '/',
  '/login/:username/:password',
  '/consent-form',
  '/que/:uid',
  '/shared/:secret',
  '/critical',
  '/verify-signature',
  '/set-password',
] as const

/**
 * Who may open each screen of the route table (docs/screens.md#the-shell): the "Shown when" column of the side menu, the
 * main module that switches the feature on, and what patients and referrers are limited to (docs/people.md#permissions).
 */
export const SCREEN_RULES = {
  '/dashboard': everybody,
  '/profile': not(isPatient),
  '/change-password': not(isPatient),
  // Everybody on a device that stores work; a patient's session stores nothing (docs/sync.md#encryption-and-unlock).
  '/sync': not(isPatient),
  // Files shared with the installed app are filed under a visit.
  '/shared-file': frontDesk,
  // Everybody sees their own; administrators see all.
  '/devices': not(isPatient),
  '/archives': archives,
  '/archives1': archives,
  '/archives-small': archives,
  '/lab-reports': archives,
  '/worklist': doctorWorklist,
  '/worklist1': doctorWorklist,
  // People who read the studies of a branch, and the desk that calls the patient.
  '/follow-ups': allOf(
    studies,
    isStaff,
    anyOf(permits('view_archives'), permits('view_all_dr_worklist'), isDoctor, frontDesk),
  ),
  // Second readings are for signers only.
  '/peer-learning': allOf(studies, isSigner, isOfClient, learnsFromPeers, not(viewsImagesOnly)),
  // Only a doctor can open Write Report (docs/people.md#permissions).
  '/report/:studyId': allOf(studies, isDoctor, not(viewsImagesOnly)),
  // The study itself: the server shows a person only the studies of their lists (docs/studies.md#study-drawer).
  '/study/:studyId': allOf(
    studies,
    anyOf(
      permits('view_archives'),
      permits('view_patient_portal_archives'),
      permits('view_all_dr_worklist'),
      isDoctor,
    ),
  ),
  '/scheduler': frontDesk,
  '/visits': frontDesk,
  '/booking-requests': frontDesk,
  // Records that the PC-PNDT Act of India requires of a centre.
  '/form-f': allOf(frontDesk, hasAnyModule('consent_forms'), isInIndia),
  '/day-close': allOf(booking, permits('create_receipt')),
  '/drappointments': allOf(booking, anyOf(isClinicDoctor, permits('appointments'))),
  '/scan-worklist': allOf(booking, permits('scan_worklist')),
  '/patient-portal': allOf(hasAnyModule('patient_portal'), permits('view_patient_portal_archives')),
  '/patients': permits('view_patient_portal_patients'),
  '/patient-profile/:patientId': permits('view_patient_portal_patients'),
  '/master': hub,
  // Deep links to one tile; the hub itself says if the reader has no access to it.
  '/master/:tile': hub,
  '/pacs': clients,
  '/clients': clients,
  '/licence': clients,
  '/referral': permits('referral_commission_report'),
  '/sales-report': allOf(hasAnyModule('sales_report'), permits('sales_report')),
  '/ezzy-bi': allOf(hasAnyModule('bi_report'), permits('bi_report')),
  '/flow': allOf(hasAnyModule('bi_report'), permits('bi_report')),
  // Readers see their own statement.
  '/payout': allOf(studies, anyOf(permits('reader_payout'), isDoctor)),
  '/leakage': allOf(hasAnyModule('sales_report'), permits('sales_report')),
  '/reconcile': allOf(booking, anyOf(permits('sales_report'), permits('close_any_day'))),
  // Traffic of the interfaces: includes patient numbers of all branches.
  '/interfaces': allOf(isOfClient, isClientAdmin, permits('manage_masters')),
  // The page contains patient names.
  '/interfaces/machine': allOf(
    isOfClient,
    isClientAdmin,
    permits('manage_masters'),
    permits('view_patient_portal_patients'),
  ),
  '/que-screens': allOf(hasAnyModule('que_screen'), permits('que_screen')),
  '/view-bodyparts': allOf(hasAnyModule('ezzy_ai_flow'), isStaff),
  '/patient/request-appointment': allOf(isPatient, hasAnyModule('pat_booking_request')),
  // Without the booking module a patient sees the bookings without request buttons (docs/people.md#tenants).
  '/patient/bookings': isPatient,
} as const satisfies Record<string, AccessRule>

export type ScreenPath = keyof typeof SCREEN_RULES

/** Screens of purchased features: without the main module the page does not exist. */
const MODULE_OF_SCREEN: Partial<Record<ScreenPath, MainModule>> = {
  '/sales-report': 'sales_report',
  '/ezzy-bi': 'bi_report',
  '/flow': 'bi_report',
  '/leakage': 'sales_report',
  '/que-screens': 'que_screen',
}

/** True if the client of `session` lacks the main module of the screen, so that it shows the 404 page. */
export function isSwitchedOff(session: AccessSession, screen: ScreenPath): boolean {
  const module = MODULE_OF_SCREEN[screen]
  return module !== undefined && !hasAnyModule(module)(session)
}

const SCREEN_PATHS = Object.keys(SCREEN_RULES) as ScreenPath[]

/** True if `path` (without query) matches the route `route`, whose `:name` parts each match one non-empty part. */
function matches(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]))
  )
}

/** The pathname alone: no query, no fragment, no trailing slash. */
function pathnameOf(path: string): string {
  const name = path.split(/[?#]/, 1)[0] ?? ''
  return name.length > 1 && name.endsWith('/') ? name.slice(0, -1) : name
}

/** The screen at `path`, or undefined for the 404 page. */
export function findScreen(path: string): ScreenPath | undefined {
  const name = pathnameOf(path)
  return SCREEN_PATHS.find((route) => matches(route, name))
}

/** True if `path` can be opened without a session. */
export function isPublicPath(path: string): boolean {
  const name = pathnameOf(path)
  return PUBLIC_PATHS.some((route) => matches(route, name))
}

/** Whether `session` may open `path` (a real one such as `/report/0197…?x=1`); false if there is no such screen. */
export function canOpen(session: AccessSession | undefined, path: string): boolean {
  if (isPublicPath(path)) return true
  const screen = findScreen(path)
  return session !== undefined && screen !== undefined && SCREEN_RULES[screen](session)
}
