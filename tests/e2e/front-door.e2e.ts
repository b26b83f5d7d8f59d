import { expect, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

test('a wrong password shows an error, then a captcha, and the right password signs in', async ({ page }) => {
  await page.goto(server.url)
  await page.getByLabel('Username or e-mail').fill('dr.khan')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('User name or password is wrong.')).toBeVisible()
  await expect(page.getByLabel('Characters in the picture')).toBeVisible()
  const before = await page.getByRole('img', { name: 'Picture with characters' }).getAttribute('src')
  await page.getByRole('button', { name: 'Show another picture' }).click()
  await expect(page.getByRole('img', { name: 'Picture with characters' })).not.toHaveAttribute(
    'src',
    before ?? '',
  )
  await expectAccessible(page)
})

test('with reduced motion a list does not pulse while it loads', async ({ page }) => {
  await page.goto(server.url)
  const pulse = () =>
    page.evaluate(() => {
      const line = document.createElement('div')
      // The library's internal class of a skeleton, beside its public one.
      line.className = 'mantine-Skeleton-root m_18320242'
      Object.assign(line.dataset, { visible: 'true', animate: 'true' })
      document.body.append(line)
      const { animationName } = getComputedStyle(line, '::after')
      line.remove()
      return animationName
    })
  expect(await pulse()).toBe('none')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await pulse()).not.toBe('none')
})

test('the menu shows only the pages of the role; any other page is refused with the exact message', async ({
  page,
}) => {
  await signIn(page, server.url, DEMO_SIGN_IN.ownWorklistDoctor)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Dr. Worklist' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Sales Report' })).toHaveCount(0)
  await page.goto(`${server.url}/sales-report`)
  await expect(page.getByText('You are not authorized to access this module.')).toBeVisible()
  await expectAccessible(page)
})

test('an unknown address shows a message and a way home', async ({ page }) => {
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.goto(`${server.url}/no-such-place`)
  await expect(page.getByText('Sorry, the page you visited does not exist.')).toBeVisible()
  await page
    .getByRole('link', { name: 'Back Home' })
    .or(page.getByRole('button', { name: 'Back Home' }))
    .click()
  await page.waitForURL('**/dashboard')
})

test('a protected address without a session leads to the sign-in page', async ({ page }) => {
  await page.goto(`${server.url}/worklist1`)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

test('a patient link signs in by itself and leaves no secret in the address', async ({ page }) => {
  await page.goto(
    `${server.url}/login/${DEMO_SIGN_IN.patientLink.username}/${DEMO_SIGN_IN.patientLink.secret}`,
  )
  await page.waitForURL('**/dashboard')
  expect(page.url()).not.toContain(DEMO_SIGN_IN.patientLink.secret)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
})

test('signing out also ends the session on the server', async ({ page }) => {
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await page.goto(`${server.url}/worklist1`)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})
