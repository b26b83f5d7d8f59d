import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { LAUNCH } from './browser/chromium.ts'

/** The screen and the time zone of a desk of the demo's centre. */
export const AT_A_DESK = {
  viewport: { width: 1440, height: 900 },
  timezoneId: 'Asia/Kolkata',
  reducedMotion: 'reduce',
} as const

/**
 * Opens a browser of one person with a profile on disk, so that databases and the service worker survive a
 * killed tab or a killed browser as at a desk (an incognito context would keep IndexedDB in memory). Checks
 * of the profile's files, PDFs in the page and notifications need the full browser (LAUNCH_WHOLE).
 */
export async function openBrowser(
  profileDir: string,
  size = AT_A_DESK.viewport,
  launch: typeof LAUNCH = LAUNCH,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profileDir, {
    ...launch,
    headless: true,
    ...AT_A_DESK,
    viewport: size,
  })
}

/** People of the demo data (server/features/demo/centre/people.ts) by their role. */
export const DEMO_SIGN_IN = {
  password: 'Readroom#2026',
  senior: 'dr.mehta',
  verifier: 'dr.deshpande',
  ownWorklistDoctor: 'dr.iyer',
  admin: 'admin.sanjeevani',
  desk: 'desk.andheri',
  clinicDoctor: 'dr.rao',
  technician: 'tech.andheri',
  patientLink: { username: 'patient.asha', secret: 'demo-link-7d1f0c52a94e4b0e9a3c' },
} as const

/**
 * Signs in by the form, as a person does, and waits for the app with its service worker, which hands over the
 * vault's key when the page is reloaded.
 */
export async function signIn(
  page: Page,
  url: string,
  username: string,
  password: string = DEMO_SIGN_IN.password,
): Promise<void> {
  // The response adds a line to the form: a button that moves under the mouse gets no click.
  const picture = page.waitForResponse((answer) => answer.url().includes('/getLoginCaptcha'))
  await page.goto(url)
  await picture
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await waitForApp(page)
}

/**
 * Waits until the app is loaded after a sign-in, with its service worker: a page that is reloaded after that
 * is unlocked.
 */
export async function waitForApp(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/**
 * Unlocks the vault, as after a cold start of the browser; the same screen is beneath. `password` is the one
 * of the demo's people.
 */
export async function unlock(page: Page, password: string = DEMO_SIGN_IN.password): Promise<void> {
  const locked = page.getByRole('dialog', { name: /^Locked/ })
  await locked.getByLabel('Password', { exact: true }).fill(password)
  await locked.getByRole('button', { name: 'Unlock' }).click()
  await expect(locked).toHaveCount(0)
}
