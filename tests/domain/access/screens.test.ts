import { expect, test } from 'vitest'
import { homeOf, homeTilesOf } from '#domain/access/dashboard.ts'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { MENU, menuOf, paletteOf } from '#domain/access/menu.ts'
import { PERMISSIONS, type Permission } from '#domain/access/permissions.ts'
import type { AccessSession } from '#domain/access/rules.ts'
import {
  canOpen,
  findScreen,
  isPublicPath,
  isSwitchedOff,
  SCREEN_RULES,
  type ScreenPath,
} from '#domain/access/screens.ts'

const nobody: AccessSession = {
  user_type: 'CLIENT',
  modules: [],
  main_modules: [...MAIN_MODULES],
  is_patient: 0,
  is_ref_doctor: 0,
  is_doctor: 0,
  is_clinic_doctor: 0,
  is_client_admin: 0,
  can_create_branch: 0,
  pacs_used: 'Self',
  country_id: 91,
}
const staff = (...modules: Permission[]): AccessSession => ({ ...nobody, modules })
const PEOPLE = {
  'staff without permissions': nobody,
  radiologist: { ...nobody, is_doctor: 1 },
  'clinic doctor': { ...nobody, is_clinic_doctor: 1 },
  'front desk': staff('appointments'),
  archivist: staff('view_archives'),
  'all permissions': staff(...PERMISSIONS),
  'client administrator': { ...nobody, is_client_admin: 1 },
  'referring doctor': { ...staff(...PERMISSIONS), is_ref_doctor: 1, is_doctor: 1 },
  patient: { ...staff(...PERMISSIONS), user_type: 'PATIENT', is_patient: 1 },
  'patient without booking': { ...nobody, user_type: 'PATIENT', is_patient: 1, main_modules: [] },
  'platform administrator': { ...staff('manage_clients'), user_type: 'ADMIN', main_modules: [] },
} as const satisfies Record<string, AccessSession>

const OWN = ['/dashboard', '/profile', '/change-password', '/sync', '/devices']
const STUDY = '/study/:studyId'
const LISTS = ['/archives', '/archives1', '/archives-small', '/lab-reports', '/follow-ups', STUDY]
const DOCTOR = ['/worklist', '/worklist1', '/report/:studyId', '/master', '/master/:tile']
const DESK = ['/shared-file', '/scheduler', '/visits', '/booking-requests', '/form-f', '/drappointments']
const BODYPARTS = '/view-bodyparts'

const OPENS: Record<keyof typeof PEOPLE, string[]> = {
  'staff without permissions': [...OWN, BODYPARTS],
  radiologist: [...OWN, ...DOCTOR, STUDY, '/follow-ups', '/payout', BODYPARTS],
  'clinic doctor': [...OWN, '/drappointments', BODYPARTS],
  'front desk': [...OWN, ...DESK, '/follow-ups', BODYPARTS],
  archivist: [...OWN, ...LISTS, BODYPARTS],
  'all permissions': Object.keys(SCREEN_RULES).filter(
    (path) =>
      !path.startsWith('/patient/') &&
      !['/report/:studyId', '/peer-learning', '/interfaces', '/interfaces/machine'].includes(path),
  ),
  'client administrator': [...OWN, BODYPARTS],
  'referring doctor': OWN,
  patient: ['/dashboard', '/patient/request-appointment', '/patient/bookings'],
  'patient without booking': ['/dashboard', '/patient/bookings'],
  'platform administrator': [...OWN, '/pacs', '/clients', '/licence'],
}

test.each(Object.entries(PEOPLE))('%s opens exactly the screens of the spec', (kind, session) => {
  const opened = Object.keys(SCREEN_RULES).filter((path) => canOpen(session, path))
  expect(opened.toSorted()).toEqual([...OPENS[kind as keyof typeof PEOPLE]].toSorted())
})

const labels = (session: AccessSession) => menuOf(session).map((item) => item.label)

test.each([
  ['Dashboard', []],
  ['Archives', ['view_archives']],
  ['Lab Reports', ['view_archives']],
  ['Dr. Worklist', ['view_all_dr_worklist']],
  ['Follow-ups', ['view_archives']],
  ['Follow-ups', ['appointments']],
  ['Scheduler', ['appointments']],
  ['Visits', ['appointments']],
  ['Booking Requests', ['appointments']],
  ['Dr. Appointments', ['appointments']],
  ['Scan Worklist', ['scan_worklist']],
  ['Patient Portal', ['view_patient_portal_archives']],
  ['Patients', ['view_patient_portal_patients']],
  ['Masters', ['manage_masters']],
  ['Masters', ['create_templates']],
  ['Pacs', ['manage_clients']],
  ['Clients', ['manage_clients']],
  ['Licence Keys', ['manage_clients']],
  ['Referral', ['referral_commission_report']],
  ['Sales Report', ['sales_report']],
  ['BI', ['bi_report']],
  ['Flow', ['bi_report']],
  ['Pay-out', ['reader_payout']],
  ['Reconcile', ['sales_report']],
  ['Leakage', ['sales_report']],
  ['Reconcile', ['close_any_day']],
  ['Que Screens', ['que_screen']],
] as const)('the menu shows %s with %j and hides it without', (label, permissions) => {
  expect(labels(staff(...permissions))).toContain(label)
  if (permissions.length > 0) expect(labels(nobody)).not.toContain(label)
})

test('peer learning opens for people who sign, at a client that has switched it on', () => {
  const signer: AccessSession = { ...PEOPLE.radiologist, can_sign: 1, peer_learning: 1 }
  expect(canOpen(signer, '/peer-learning')).toBe(true)
  expect(labels(signer)).toContain('Peer learning')
  const others: Partial<AccessSession>[] = [
    { peer_learning: 0 },
    { peer_learning: undefined },
    { can_sign: 0 },
    { is_doctor: 0 },
    { is_ref_doctor: 1 },
    { view_image_only: 1 },
    { main_modules: [] },
    { user_type: 'ADMIN' },
  ]
  for (const other of others) {
    expect(canOpen({ ...signer, ...other }, '/peer-learning')).toBe(false)
    expect(labels({ ...signer, ...other })).not.toContain('Peer learning')
  }
})

test('the interface desk opens for administrators of the client who manage its masters', () => {
  const admin = { ...staff('manage_masters'), is_client_admin: 1 } as const
  expect(canOpen(admin, '/interfaces')).toBe(true)
  expect(labels(admin)).toContain('Interfaces')
  expect(canOpen({ ...admin, is_client_admin: 0 }, '/interfaces')).toBe(false)
  expect(canOpen({ ...admin, user_type: 'ADMIN' }, '/interfaces')).toBe(false)
  // A machine's view would show names of patients.
  expect(canOpen(admin, '/interfaces/machine')).toBe(false)
  const seesPatients = staff('manage_masters', 'view_patient_portal_patients')
  expect(canOpen({ ...seesPatients, is_client_admin: 1 }, '/interfaces/machine')).toBe(true)
  expect(canOpen(seesPatients, '/interfaces/machine')).toBe(false)
})

test.each([
  ['/archives', 'view_archives', ['teleradiology', 'archive_reporting']],
  ['/scheduler', 'appointments', ['appointment_system']],
  ['/day-close', 'create_receipt', ['appointment_system']],
  ['/patient-portal', 'view_patient_portal_archives', ['patient_portal']],
  ['/que-screens', 'que_screen', ['que_screen']],
  ['/ezzy-bi', 'bi_report', ['bi_report']],
  ['/flow', 'bi_report', ['bi_report']],
  ['/sales-report', 'sales_report', ['sales_report']],
  ['/leakage', 'sales_report', ['sales_report']],
  ['/reconcile', 'close_any_day', ['appointment_system']],
  ['/payout', 'reader_payout', ['teleradiology', 'archive_reporting']],
] as const)('%s stays closed with %s while the client has none of %j', (path, permission, modules) => {
  const session = {
    ...staff(permission),
    main_modules: MAIN_MODULES.filter((one) => !modules.includes(one as never)),
  }
  expect(canOpen(session, path)).toBe(false)
  for (const module of modules) expect(canOpen({ ...session, main_modules: [module] }, path)).toBe(true)
})

test('patients and referrers have no side menu whatever their role holds', () => {
  expect(menuOf(PEOPLE.patient)).toEqual([])
  expect(menuOf(PEOPLE['referring doctor'])).toEqual([])
})

test('a doctor who may only view images cannot write a report through any address', () => {
  expect(canOpen(PEOPLE.radiologist, '/report/0197b2c3-1111-7abc-8def-0123456789ab')).toBe(true)
  const imagesOnly = { ...PEOPLE.radiologist, view_image_only: 1 } as const
  expect(canOpen(imagesOnly, '/report/0197b2c3-1111-7abc-8def-0123456789ab')).toBe(false)
})

test('the palette also finds the simple archives, for people who may open them', () => {
  const found = (session: AccessSession) => paletteOf(session).map(({ route }) => route)
  expect(found(PEOPLE.archivist)).toEqual([
    ...menuOf(PEOPLE.archivist).map(({ route }) => route),
    '/archives-small',
  ])
  expect(found(nobody)).not.toContain('/archives-small')
  expect(found(PEOPLE.patient)).toEqual([])
})

test('the palette opens the unlinked studies of all days for people who link studies', () => {
  const ways = (session: AccessSession) => paletteOf(session).map(({ to }) => to)
  const unmatched = '/archives?link=Unmatched&range=Any'
  const linker: AccessSession = {
    ...PEOPLE.archivist,
    modules: [...PEOPLE.archivist.modules, 'edit_patient_and_study'],
  }
  expect(ways(linker)).toContain(unmatched)
  expect(ways({ ...linker, view_image_only: 1 })).not.toContain(unmatched)
  expect(ways({ ...linker, is_patient: 1 })).not.toContain(unmatched)
  expect(ways(PEOPLE.archivist)).not.toContain(unmatched)
})

test('every menu entry opens a screen of the table, and no route occurs in it twice', () => {
  for (const { route } of MENU) expect(findScreen(route)).toBe(route)
  expect(new Set(MENU.map(({ route }) => route)).size).toBe(MENU.length)
})

test.each([
  ['/report/0197b2c3-1111-7abc-8def-0123456789ab?tab=2', '/report/:studyId'],
  ['/archives/?status=Draft', '/archives'],
  ['/report/', undefined],
  ['/report/a/b', undefined],
  ['/Archives', undefined],
  ['/nowhere', undefined],
] satisfies [string, ScreenPath | undefined][])('%s is the screen %s', (path, screen) => {
  expect(findScreen(path)).toBe(screen)
})

test('without a session only the public screens open', () => {
  expect(['/', '/login/a/b', '/consent-form?id=1', '/que/x1'].every(isPublicPath)).toBe(true)
  expect(Object.keys(SCREEN_RULES).filter((path) => canOpen(undefined, path))).toEqual([])
  expect(canOpen(undefined, '/que/x1')).toBe(true)
  expect(canOpen(PEOPLE['all permissions'], '/nowhere')).toBe(false)
})

test('a screen of a feature that the client has not bought does not exist, whatever the permissions are', () => {
  const all = staff(...PERMISSIONS)
  const without = { ...all, main_modules: MAIN_MODULES.filter((module) => module !== 'sales_report') }
  expect(isSwitchedOff(without, '/sales-report')).toBe(true)
  expect(isSwitchedOff(without, '/ezzy-bi')).toBe(false)
  expect(isSwitchedOff(all, '/sales-report')).toBe(false)
  // Without the permission the screen exists, but not for this person.
  expect(isSwitchedOff(nobody, '/sales-report')).toBe(false)
  expect(canOpen(nobody, '/sales-report')).toBe(false)
  expect(isSwitchedOff(without, '/visits')).toBe(false)
})

test('each person has a home of their own, without a tile that leads back to it', () => {
  expect(homeOf(PEOPLE.patient)).toBe('results')
  expect(homeOf(PEOPLE['referring doctor'])).toBe('patients')
  expect(homeOf(PEOPLE['all permissions'])).toBe('analytics')
  expect(homeOf(PEOPLE['front desk'])).toBe('tiles')
  const routes = homeTilesOf(PEOPLE['front desk']).map(({ route }) => route)
  expect(routes).not.toContain('/dashboard')
  expect(routes).toContain('/visits')
})
