import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { DEMO_SIGN_IN, signIn, unlock, waitForApp } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ READROOM_TRUST_PROXY: '1' })
})
test.afterAll(() => server?.stop())

const PASSWORD = 'Farah#2026'
const NEXT = 'Farah#2027'
const AT_THE_CENTRE = '203.0.113.7'

const picture = (colour: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: colour } })
    .png()
    .toBuffer()

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name })

async function makeRole(page: Page): Promise<void> {
  await page.goto(`${server.url}/master/roles`)
  await page.getByRole('button', { name: 'Add New' }).click()
  const form = drawer(page, 'New role')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Role Name is required.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Role Name' }).fill('Night radiologist')
  await form.getByRole('checkbox', { name: 'View archives and lab reports' }).check()
  await form.getByRole('checkbox', { name: 'Verify reports' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Night radiologist/ })).toBeVisible()
}

async function makeRadiologist(page: Page): Promise<void> {
  await page.goto(`${server.url}/master/radiology-doctors`)
  await page.getByRole('button', { name: 'Add New' }).click()
  const form = drawer(page, 'New radiology doctor')
  await form.getByRole('textbox', { name: 'First Name' }).fill('Dr. Farah')
  await form.getByRole('textbox', { name: 'Last Name' }).fill('Naqvi')
  await form.getByRole('textbox', { name: 'Mobile' }).fill('98200 12345')
  await form.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Night radiologist' }).click()
  await form.getByRole('textbox', { name: 'Username' }).fill('dr.naqvi')
  await expect(form.getByLabel(/^Password/)).toHaveCount(0)
  await form.getByRole('switch', { name: 'Can Sign' }).check()
  const files = form.locator('input[type="file"]')
  await files
    .nth(0)
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await picture('teal') })
  await expect(form.getByRole('img', { name: 'Profile Photo, preview' })).toBeVisible()
  await files.nth(1).setInputFiles({ name: 'sign.png', mimeType: 'image/png', buffer: await picture('navy') })
  await expect(form.getByRole('img', { name: 'Stamp and Signature, preview' })).toBeVisible()
  await form.getByRole('combobox', { name: 'Branches' }).click()
  await page.getByRole('option', { name: 'Andheri' }).click()
  await page.keyboard.press('Escape')
  const changes = form.getByRole('region', { name: 'What this save changes' })
  await expect(changes).toContainText('Signs reports')
  await expect(changes).toContainText('Branch Sanjeevani Andheri')
  await expect(changes).toContainText('For: Dr. Farah Naqvi')
  await form.getByRole('button', { name: 'Save' }).click()
  const shown = drawer(page, 'Link for Dr. Farah Naqvi')
  const { pathname, hash } = new URL(await shown.getByRole('textbox', { name: 'Link' }).inputValue())
  link = `${server.url}${pathname}${hash}`
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Dr. Farah Naqvi.*dr.naqvi.*Night radiologist/ })).toBeVisible()
}

/** The link that the administrator gave the doctor on paper. */
let link = ''

async function setPassword(page: Page): Promise<void> {
  await page.goto(link)
  await expect(page.getByText('Dr. Farah Naqvi, you sign in as dr.naqvi.')).toBeVisible()
  expect(page.url()).toBe(`${server.url}/set-password`)
  const set = page.getByRole('button', { name: 'Set password' })
  await page.getByLabel('New Password').fill('weak')
  await set.click()
  await expect(page.getByText(/^New Password needs at least 8 characters/)).toBeVisible()
  await page.getByLabel('New Password').fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await expectAccessible(page)
  await set.click()
  await expect(page.getByText('Your password is set')).toBeVisible()
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText('This link has expired')).toBeVisible()
}

async function openDoctorsDesk(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await setPassword(page)
  await page.goto(server.url)
  await page.getByLabel('Username or e-mail').fill('dr.naqvi')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await waitForApp(page)
  return page
}

const menuEntry = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })

async function changePassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Dr. Farah Naqvi/ }).click()
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByLabel('New Password').fill(NEXT)
  await page.getByLabel('Confirm Password').fill(NEXT)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password changed. Your other sessions have ended.')).toBeVisible()
  await page.getByRole('button', { name: /Dr. Farah Naqvi/ }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await unlock(page, NEXT)
}

/** The desks of one afternoon: each test continues where the one before it stopped. */
test.describe
  .serial('people of a centre', () => {
    let admin: Page
    let desk: BrowserContext
    let doctor: Page
    test.beforeAll(async ({ browser }) => {
      admin = await (await browser.newContext()).newPage()
      await signIn(admin, server.url, DEMO_SIGN_IN.admin)
      desk = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': AT_THE_CENTRE } })
    })
    test.afterAll(async () => {
      await desk?.close()
      await admin?.context().close()
    })

    test('an administrator creates a role from application modules', async () => {
      await makeRole(admin)
    })

    test('and a radiologist with that role, a photo and a signature', async () => {
      await makeRadiologist(admin)
    })

    test('the radiologist signs in, sees the pages of the role, and changes the password', async () => {
      doctor = await openDoctorsDesk(desk)
      await expect(menuEntry(doctor, 'Archives')).toBeVisible()
      await expect(menuEntry(doctor, 'Visits')).toHaveCount(0)
      await changePassword(doctor)
    })

    test('a right removed from the role disappears from the open page without a reload', async () => {
      await admin.goto(`${server.url}/master/roles`)
      await admin.getByRole('button', { name: 'Edit Night radiologist' }).click()
      const role = drawer(admin, 'Edit role')
      await role.getByRole('checkbox', { name: 'View archives and lab reports' }).uncheck()
      const changes = role.getByRole('region', { name: 'What this save changes' })
      await expect(changes).toContainText(/Takes away\s*View archives and lab reports\s*For: Dr. Farah Naqvi/)
      await role.getByRole('button', { name: 'Save' }).click()
      await expect(menuEntry(doctor, 'Archives')).toHaveCount(0)
    })

    test('an allowed address elsewhere ends the session', async () => {
      await admin.goto(`${server.url}/master/radiology-doctors`)
      await admin.getByRole('button', { name: 'Edit Dr. Farah Naqvi' }).click()
      const form = drawer(admin, 'Edit radiology doctor')
      await form.getByRole('textbox', { name: 'Allowed IPs' }).fill('198.51.100.0/24, not an address')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(
        form.getByText('Allowed IPs "not an address" is no address, network or range.'),
      ).toBeVisible()
      await form.getByRole('textbox', { name: 'Allowed IPs' }).fill('198.51.100.0/24')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form).toHaveCount(0)
      await expect(doctor.getByLabel('Username or e-mail')).toBeVisible()
    })
  })

test('an administrator edits the company, and sees why there is nothing to save', async ({ page }) => {
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
  await page.goto(`${server.url}/profile`)
  const company = page.getByRole('form', { name: 'Company Detail' })
  await company.getByRole('textbox', { name: 'Company Name' }).fill('')
  await company.getByRole('button', { name: 'Save' }).click()
  await expect(company.getByText('Company Name is required.')).toBeVisible()
  await company.getByRole('textbox', { name: 'Company Name' }).fill('Sanjeevani Imaging')
  await company.getByRole('textbox', { name: 'Email-1' }).fill('desk@sanjeevani.example')
  await expectAccessible(page)
  await company.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(company.getByRole('textbox', { name: 'Company Name' })).toHaveValue('Sanjeevani Imaging')
})
