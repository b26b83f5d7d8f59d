import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { reportCalls } from '#contract/calls/reports.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { addVirtualPasskey } from './helpers/browser/virtual-passkey.ts'
import { openReportOf, tokenOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from './helpers/people.ts'
import { signOffline, typeReport } from './helpers/report-editor.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

test.describe.configure({ timeout: 90_000 })

let server: RunningServer
let folder: string
let desk: BrowserContext
let page: Page

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-touch-'))
  server = await startServer()
  await askDatabase(
    server,
    `insert into client_setting (client_id, touch_signing) values ($1, 'Required')
     on conflict (client_id) do update set touch_signing = 'Required'`,
    [SANJEEVANI.id],
  )
  desk = await openBrowser(join(folder, 'desk'))
  page = desk.pages()[0] ?? (await desk.newPage())
})
test.afterAll(async () => {
  await desk?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const locked = () => page.getByRole('dialog', { name: /^Locked/ })

async function lock(): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(locked()).toBeVisible()
}

/** Registers a passkey in this browser with the calls of its screen. */
async function registerPasskey(name: string): Promise<void> {
  const token = await tokenOf(page, server.url, DEMO_SIGN_IN.senior)
  const ask = async (path: string, data: object) => {
    const answer = await page.request.post(`${server.url}/api/${path}`, { headers: { token }, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return ((await answer.json()) as { result: PublicKeyCredentialCreationOptionsJSON }).result
  }
  const options = await ask('passkey/registerOptions', { password: DEMO_SIGN_IN.password })
  const credential = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return made.toJSON()
  }, options)
  const { id, rawId, type, response } = credential
  await ask('passkey/register', {
    name,
    credential: { id, rawId, type, response, clientExtensionResults: { prf: { enabled: true } } },
  })
}

/** Returns the hash under which the server files the first report of a study; undefined until it is signed. */
async function filedHash(studyId: string): Promise<string | undefined> {
  const token = await tokenOf(page, server.url, DEMO_SIGN_IN.admin)
  const path = reportCalls.reportDetail.path.replace('{id}', studyId)
  const answer = await page.request.get(`${server.url}${BASES.php.prefix}${path}`, { headers: { token } })
  const { result } = (await answer.json()) as { result: { reports: { signed_hash: string }[] } }
  return result.reports[0]?.signed_hash || undefined
}

test('a doctor unlocks and signs with a passkey offline; anybody can check the signature afterwards', async () => {
  const authenticator = await addVirtualPasskey(page)
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await registerPasskey('YubiKey')
  expect(await authenticator.count()).toBe(1)

  await page.goto(`${server.url}/profile`)
  const panel = page.getByRole('region', { name: 'Unlock this device by touch' })
  await panel.getByRole('button', { name: 'Set up unlocking by touch' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up unlocking by touch' })
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(panel.getByRole('list')).toContainText('YubiKey')
  await expectAccessible(page)

  const { studyId } = await openReportOf(page, server.url)
  await typeReport(page, 'The lungs are clear.')
  await goOffline(desk)
  await lock()
  await expect(locked().getByRole('button', { name: 'Unlock by touch' })).toBeVisible()
  await expectAccessible(page)
  await locked().getByRole('button', { name: 'Unlock by touch' }).click()
  await expect(locked()).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Description' })).toContainText('The lungs are clear.')

  await signOffline(page)
  expect(await filedHash(studyId)).toBeUndefined()
  await desk.setOffline(false)
  await expect.poll(() => filedHash(studyId), { timeout: 30_000 }).toBeDefined()

  const anybody = await desk.newPage()
  await anybody.goto(`${server.url}/verify-signature?h=${await filedHash(studyId)}`)
  await expect(anybody.getByText('Signed by touch: Dr. Anjali Mehta')).toBeVisible()
  await expect(anybody.getByText(/With the passkey “YubiKey”, registered .* still valid\./)).toBeVisible()
  await expect(anybody.getByText(/This browser checked it: the key signed exactly this text/)).toBeVisible()
  await expectAccessible(anybody)
  const downloading = anybody.waitForEvent('download')
  await anybody.getByRole('button', { name: /^Download the proof/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^signature-by-touch-[0-9a-f]{8}\.json$/)
  await anybody.close()
})

test('a passkey removed elsewhere opens nothing after contact with the server', async () => {
  await desk.setOffline(false)
  await page.goto(`${server.url}/profile`)
  const token = await tokenOf(page, server.url, DEMO_SIGN_IN.senior)
  const headers = { token }
  const listed = await page.request.get(`${server.url}/api/passkey/list`, { headers })
  const { result } = (await listed.json()) as { result: { passkeys: { id: string }[] } }
  await lock()
  await expect(locked().getByRole('button', { name: 'Unlock by touch' })).toBeVisible()
  const data = { id: result.passkeys[0]?.id, password: DEMO_SIGN_IN.password }
  expect((await page.request.post(`${server.url}/api/passkey/remove`, { headers, data })).status()).toBe(200)
  await locked().getByRole('button', { name: 'Unlock by touch' }).click()
  // It opens, the server is asked, and it is locked again without the button.
  await expect(locked()).toBeVisible()
  await expect(locked().getByRole('button', { name: 'Unlock by touch' })).toHaveCount(0)
})
