import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { addVirtualPasskey } from './helpers/browser/virtual-passkey.ts'
import { DEMO_SIGN_IN, openBrowser, signIn, waitForApp } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

// Password hashing is slow, and browsers are started several times.
test.describe.configure({ timeout: 150_000 })

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-passkeys-'))
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const firstPage = async (browser: BrowserContext) => browser.pages()[0] ?? (await browser.newPage())
const require_ = (rule: string) =>
  askDatabase(server, `update client set passkey_rule = $1 where name like 'Sanjeevani%'`, [rule])

const typeIn = async (page: Page, username: string) => {
  await page.goto(server.url)
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await page.getByRole('button', { name: 'Login' }).click()
}
const logOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
}

test('an administrator who must have a passkey registers it, saves the codes, and signs in with the passkey alone', async () => {
  await require_('Administrators')
  const browser = await openBrowser(join(folder, 'admin'))
  const page = await firstPage(browser)
  const authenticator = await addVirtualPasskey(page)
  await typeIn(page, DEMO_SIGN_IN.admin)
  const first = page.getByRole('dialog', { name: 'Register a passkey' })
  await first.getByLabel('Name of the passkey').fill('Reception desk')
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Register a passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const code = String(await codes.getByRole('listitem').first().textContent())
  await expectAccessible(page)
  await codes.getByRole('checkbox', { name: 'I keep them in a safe place' }).check()
  await codes.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard')
  expect(await authenticator.count()).toBe(1)

  await test.step('the passkey alone opens this device’s vault, and changes are signed', async () => {
    await logOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await waitForApp(page)
    await page.goto(`${server.url}/devices?part=mine`)
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await expect(passkeys.getByText('Reception desk')).toBeVisible()
    await expect(passkeys.getByText('10 of 10 left.')).toBeVisible()
  })

  await test.step('the password requires the passkey or a recovery code as the second step', async () => {
    await logOut(page)
    await typeIn(page, DEMO_SIGN_IN.admin)
    await page.waitForURL('**/dashboard')
    await logOut(page)
    await authenticator.setVerified(false)
    await typeIn(page, DEMO_SIGN_IN.admin)
    const ask = page.getByRole('dialog', { name: 'Sign in with a passkey' })
    await expect(ask.getByRole('alert')).toContainText('No passkey answered')
    await ask.getByRole('button', { name: 'Use a recovery code' }).click()
    await ask.getByLabel('Recovery code').fill(code.toLowerCase())
    await ask.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByText(/A recovery code of yours was used/).first()).toBeVisible()
  })
  await browser.close()
  await require_('Offered')
})

test('a radiologist manages passkeys, devices and sign-ins, and a new browser asks for the password once', async () => {
  const desk = await openBrowser(join(folder, 'desk'))
  const page = await firstPage(desk)
  await addVirtualPasskey(page)
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.goto(`${server.url}/devices`)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  await add.getByLabel('Name of the passkey').fill('Reading room')
  await add.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await expectAccessible(page)
  await add.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('Reading room')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Rename' }).click()
  const name = page.getByRole('dialog', { name: 'Rename the passkey' })
  await name.getByLabel('Name').fill('Blue key')
  await name.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByText('Blue key')).toBeVisible()
  await expectAccessible(page)

  await test.step('a session of another device is signed out from here', async () => {
    const other = await openBrowser(join(folder, 'other'))
    const there = await firstPage(other)
    await signIn(there, server.url, DEMO_SIGN_IN.senior)
    await page.reload()
    const sessions = page.getByRole('region', { name: 'Sign-ins' })
    await sessions.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await there.goto(`${server.url}/devices`)
    await expect(there.getByRole('button', { name: 'Login' })).toBeVisible()
    await other.close()
  })

  await test.step('the passkey removes itself', async () => {
    await passkeys.getByRole('button', { name: 'Remove' }).click()
    const remove = page.getByRole('dialog', { name: 'Remove “Blue key”?' })
    await remove.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible()
  })
  await desk.close()
})

test('a passkey on a device without the person’s work asks for the password once and never again there', async () => {
  const desk = await openBrowser(join(folder, 'first'))
  const page = await firstPage(desk)
  await addVirtualPasskey(page)
  await signIn(page, server.url, DEMO_SIGN_IN.verifier)
  await page.goto(`${server.url}/devices`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const add = page.getByRole('dialog', { name: 'Add a passkey' })
  await add.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await add.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey was added.')).toBeVisible()
  await logOut(page)
  // As a device without data of this person: the same authenticator, and an empty disk.
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((done) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = request.onerror = request.onblocked = done
      })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const once = page.getByRole('dialog', { name: 'One more time' })
  await once.getByLabel('Password', { exact: true }).fill('Guess#2026')
  await once.getByRole('button', { name: 'Continue' }).click()
  await expect(once.getByRole('alert')).toBeVisible()
  await once.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await once.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard')
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/dashboard')
  await desk.close()
})
