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
// manage_users beside the table's own row: two of the tiles are theirs (docs/masters.md#who-sees-which-tile).
const hub = anyOf(permits('manage_masters'), permits('create_templates'), permits('manage_users'), isDoctor)

/**
 * Screens that need no session (docs/screens.md#the-shell); /que/{uid} is checked on the screen's client by the server, and the
 * secret of /shared/{secret}, or in the fragment of /set-password, is the whole right to it.
 */
export const PUBLIC_PATHS = [
  '/',
  '/login/:username/:password',
  '/consent-form',
  '/que/:uid',
  '/shared/:secret',
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
  // Whoever works on a device that keeps work; a patient's session keeps nothing (docs/sync.md#encryption-and-unlock).
  '/sync': not(isPatient),
  // What was shared with the installed app is filed with a visit.
  '/shared-file': frontDesk,
  // Everybody's own; administrators see all.
  '/devices': not(isPatient),
  '/archives': archives,
  '/archives1': archives,
  '/archives-small': archives,
  '/lab-reports': archives,
  '/worklist': doctorWorklist,
  '/worklist1': doctorWorklist,
  // Who reads the studies of a branch, and the desk that calls the patient.
  '/follow-ups': allOf(
    studies,
    isStaff,
    anyOf(permits('view_archives'), permits('view_all_dr_worklist'), isDoctor, frontDesk),
  ),
  // Second readings are between those who sign.
  '/peer-learning': allOf(studies, isSigner, isOfClient, learnsFromPeers, not(viewsImagesOnly)),
  // Only a doctor can open Write Report (docs/people.md#permissions).
  '/report/:studyId': allOf(studies, isDoctor, not(viewsImagesOnly)),
  // The study itself: the server shows nobody a study that none of the lists would (docs/studies.md#study-drawer).
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
  // What the PC-PNDT Act of India has a centre keep.
  '/form-f': allOf(frontDesk, hasAnyModule('consent_forms'), isInIndia),
  '/day-close': allOf(booking, permits('create_receipt')),
  '/drappointments': allOf(booking, anyOf(isClinicDoctor, permits('appointments'))),
  '/scan-worklist': allOf(booking, permits('scan_worklist')),
  '/patient-portal': allOf(hasAnyModule('patient_portal'), permits('view_patient_portal_archives')),
  '/patients': permits('view_patient_portal_patients'),
  '/patient-profile/:patientId': permits('view_patient_portal_patients'),
  '/master': hub,
  // Deep links to one tile; the hub itself says where it is not the reader's.
  '/master/:tile': hub,
  '/pacs': clients,
  '/clients': clients,
  '/licence': clients,
  '/referral': permits('referral_commission_report'),
  '/sales-report': allOf(hasAnyModule('sales_report'), permits('sales_report')),
  '/ezzy-bi': allOf(hasAnyModule('bi_report'), permits('bi_report')),
  '/flow': allOf(hasAnyModule('bi_report'), permits('bi_report')),
  // A reader sees the own statement.
  '/payout': allOf(studies, anyOf(permits('reader_payout'), isDoctor)),
  '/leakage': allOf(hasAnyModule('sales_report'), permits('sales_report')),
  '/reconcile': allOf(booking, anyOf(permits('sales_report'), permits('close_any_day'))),
  // What goes in and out by the interfaces: numbers of patients of all branches.
  '/interfaces': allOf(isOfClient, isClientAdmin, permits('manage_masters')),
  // It names patients.
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

/** Screens of features that a client buys: without the main module there is no such page. */
const MODULE_OF_SCREEN: Partial<Record<ScreenPath, MainModule>> = {
  '/sales-report': 'sales_report',
  '/ezzy-bi': 'bi_report',
  '/flow': 'bi_report',
  '/leakage': 'sales_report',
  '/que-screens': 'que_screen',
}

/** True where the client of `session` has not the main module that the screen belongs to: it shows the 404 page. */
export function isSwitchedOff(session: AccessSession, screen: ScreenPath): boolean {
  const module = MODULE_OF_SCREEN[screen]
  return module !== undefined && !hasAnyModule(module)(session)
}

const SCREEN_PATHS = Object.keys(SCREEN_RULES) as ScreenPath[]

/** True where `path` (without query) is the route `route`, whose `:name` parts match one non-empty part. */
function matches(route: string, path: string): boolean {
  const [wanted, given] = [route.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]))
  )
}

/** The pathname alone: no query, no fragment, no slash at the end. */
function pathnameOf(path: string): string {
  const name = path.split(/[?#]/, 1)[0] ?? ''
  return name.length > 1 && name.endsWith('/') ? name.slice(0, -1) : name
}

/** The screen that stands at `path`, or undefined where the 404 page stands. */
export function findScreen(path: string): ScreenPath | undefined {
  const name = pathnameOf(path)
  return SCREEN_PATHS.find((route) => matches(route, name))
}

/** True where anybody may open `path` without a session. */
export function isPublicPath(path: string): boolean {
  const name = pathnameOf(path)
  return PUBLIC_PATHS.some((route) => matches(route, name))
}

/** Whether `session` may open `path` (a real one such as `/report/0197…?x=1`); false where there is no such screen. */
export function canOpen(session: AccessSession | undefined, path: string): boolean {
  if (isPublicPath(path)) return true
  const screen = findScreen(path)
  return session !== undefined && screen !== undefined && SCREEN_RULES[screen](session)
}
