import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { hashPassword } from '#server/features/auth/public/password.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let desk: BrowserContext
let page: Page
test.beforeAll(async () => {
  server = await startServer()
})
test.beforeAll(async ({ browser }) => {
  desk = await browser.newContext(AT_A_DESK)
  page = await desk.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
})
test.afterAll(async () => {
  await desk?.close()
  await server?.stop()
})

// An empty PDF that a viewer opens.
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const panel = () => page.getByRole('dialog').first()
const tab = (name: string | RegExp) => panel().getByRole('tab', { name })

/** Opens the first visit that is Ready to Scan in a department of the technicians' queue. */
async function openReady(department: string): Promise<void> {
  await page.getByRole('link', { name: 'Scan Worklist' }).first().click()
  await page.getByRole('tab', { name: new RegExp(department) }).click()
  const ready = page.getByRole('region', { name: /^Ready to Scan/ })
  await ready
    .getByRole('button', { name: /^Open the visit of/ })
    .first()
    .click()
  await expect(panel().getByRole('button', { name: 'Back' })).toBeVisible()
}

/** Sends a result for the open visit, as a laboratory does. */
async function sendResult(): Promise<void> {
  const [visit_no] =
    /V\d+/.exec(
      await panel()
        .getByText(/Visit V\d+/)
        .innerText(),
    ) ?? []
  const password = 'a password of the walk'
  await askDatabase(server, 'update client set basic_auth_usr = $1, basic_auth_pwd_hash = $2 where id = $3', [
    'lab.city',
    await hashPassword(password),
    SANJEEVANI.id,
  ])
  const report = PDF.toString('base64')
  const response = await fetch(`${server.url}/api/labapi/saveReport`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`lab.city:${password}`).toString('base64')}`,
    },
    body: JSON.stringify({ visit_no, name: 'Lipid profile of the walk', format: 'PDF', report }),
  })
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('Saved successfully'),
  ])
}

test('a radiology visit shows its services; a comment and a document are added offline', async () => {
  await openReady('CT')
  await expect(tab('Examination')).toBeVisible()
  await expect(tab(/^Payments/)).toBeVisible()
  await expect(tab('Medical History')).toHaveCount(0)
  await expectAccessible(page)
  await goOffline(desk)
  const cancel = panel().getByRole('button', { name: 'Cancel Appointment' })
  await expect(cancel).toHaveAttribute('aria-description', /needs the network/)
  const send = panel().getByRole('button', { name: 'Send Now to machine' }).first()
  await expect(send).toHaveAttribute('aria-description', 'This needs the network.')
  await panel()
    .getByRole('textbox', { name: /^Write a comment/ })
    .fill('Came without a request form.')
  await panel().getByRole('button', { name: 'Add', exact: true }).click()
  const comment = panel().getByRole('listitem').filter({ hasText: 'Came without a request form.' })
  await expect(comment.getByRole('img', { name: 'On this device' })).toBeVisible()
  // At some hours of the day, the demo's first ready visit has a laboratory report already.
  const documents = tab(/^Documents/)
  const before = Number(/\d+/.exec(await documents.innerText())?.[0] ?? 0)
  await documents.click()
  await panel().getByRole('button', { name: 'Add document' }).click()
  await expect(panel().getByText('You need to select a tag first!')).toBeVisible()
  await panel().getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'Request form' }).click()
  const chooser = page.waitForEvent('filechooser')
  await panel().getByRole('button', { name: 'Add document' }).click()
  await (await chooser).setFiles({ name: 'request.pdf', mimeType: 'application/pdf', buffer: PDF })
  const document = panel().getByRole('listitem').filter({ hasText: 'request.pdf' })
  await expect(document.getByRole('img', { name: 'On this device' })).toBeVisible()
  await expect(tab(`Documents ${before + 1}`)).toBeVisible()
  await desk.setOffline(false)
  await expect(document.getByRole('img', { name: 'On this device' })).toHaveCount(0, { timeout: 20_000 })
  await sendResult()
  await expect(tab(`Documents ${before + 2}`)).toBeVisible()
  const result = panel().getByRole('listitem').filter({ hasText: 'Lab report · Lipid profile of the walk' })
  await expect(result).toContainText('Laboratory')
  await expect(result.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await result.getByRole('button', { name: /^View/ }).click()
  const viewer = page.getByRole('dialog', { name: /Lipid profile of the walk/ })
  await expect(viewer.getByRole('link', { name: 'Open in a new tab' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await tab('Examination').click()
  await expect(comment.getByRole('img', { name: 'On this device' })).toHaveCount(0, { timeout: 20_000 })
  await panel().getByRole('button', { name: 'Back' }).click()
})

test('an examination changes status after a confirmation, and the visit follows', async () => {
  await openReady('CT')
  await panel()
    .getByRole('button', { name: /^Change status of/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Scan in Progress' }).click()
  await page
    .getByRole('dialog', { name: 'Set to Scan in Progress?' })
    .getByRole('button', { name: 'Change' })
    .click()
  await expect(panel().getByText('Scan in Progress').first()).toBeVisible()
  await expect(panel().getByRole('button', { name: 'Cancel Appointment' })).toHaveAttribute(
    'aria-description',
    /^The scan has begun/,
  )
  await panel().getByRole('button', { name: 'Back' }).click()
})

test('a visit is cancelled with its reason and then allows no further action', async () => {
  await openReady('Ultrasound')
  await panel().getByRole('button', { name: 'Cancel Appointment' }).click()
  const ask = page.getByRole('dialog', { name: 'Cancel Appointment' })
  await ask.getByRole('textbox', { name: 'Reason' }).fill('The patient went home.')
  await ask.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expect(panel().getByText('Cancelled: The patient went home.')).toBeVisible()
  await expect(panel().getByRole('button', { name: 'Edit Appointment' })).toHaveCount(0)
})
