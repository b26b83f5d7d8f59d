import { expect, test } from 'vitest'
import { MENU } from '#domain/access/menu.ts'
import { SCREEN_PATHS, SCREENS } from '#src/app/routes.tsx'

// Word for word from the route table of docs/screens.md#the-shell.
const MAIN_LAYOUT =
  '/dashboard, /ezzy-bi, /change-password, /profile, /master, /pacs, /clients, /archives, /archives1, /worklist, /worklist1, /patient-portal, /archives-small, /lab-reports, /patients, /scheduler, /scan-worklist, /visits, /drappointments, /referral, /sales-report, /que-screens, /licence, /booking-requests, /view-bodyparts'
const PATIENT_LAYOUT = '/patient/request-appointment, /patient/bookings'

test.each([...MAIN_LAYOUT.split(', '), ...PATIENT_LAYOUT.split(', ')])('%s has its screen', (path) => {
  expect(SCREEN_PATHS).toContain(path)
})

test('every screen has a title, and every entry of the menu has its screen', () => {
  for (const { title } of Object.values(SCREENS)) expect(title).not.toBe('')
  for (const { route } of MENU) expect(SCREENS[route]).toBeDefined()
})
