import { expect, type Locator, type Page, test } from '@playwright/test'
import { Client } from 'pg'
import { toBuffer } from 'qrcode'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_PATIENT } from '#server/features/demo/desk/insert-visits.ts'
import { findLetter, type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { type MessageGateway, openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { adminUrlOf } from '#tests/helpers/server-process.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let sink: MailSink
let gateway: MessageGateway
test.beforeAll(async () => {
  sink = await openMailSink()
  gateway = await openMessageGateway()
  server = await startServer({
    READROOM_SMTP_URL: `smtp://127.0.0.1:${sink.port}?from=results@sanjeevani.example`,
  })
  await inDatabase(
    `insert into client_setting (client_id, whatsapp_url, whatsapp_token) values ($1, $2, 'token')
     on conflict (client_id) do update set whatsapp_url = $2, whatsapp_token = 'token'`,
    [SANJEEVANI.id, gateway.url],
  )
})
test.afterAll(async () => {
  await server?.stop()
  await sink?.close()
  await gateway?.close()
})
const desk = onePage(() => server, 'reception.andheri')

async function inDatabase<Row extends Record<string, unknown>>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: adminUrlOf(server.dataDir) })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Returns a verified study of the reception's branch that is linked to its patient. */
async function findStudy() {
  const [study] = await inDatabase<{ accession_no: string; pat_name: string; born: string; mobile: string }>(
    `select s.accession_no, s.pat_name, s.pat_birthdate::text as born, p.mobile from study s
     join patient p on p.client_id = s.client_id and p.id = s.patient_id
     where s.client_id = $1 and s.branch_id = $2 and s.status = 'Verified' and s.accession_no <> ''
       and s.pat_name <> $3 and p.mobile <> '' order by s.received_datetime desc limit 1`,
    [SANJEEVANI.id, SANJEEVANI.branches[0]?.id, DEMO_PATIENT.name],
  )
  if (!study) throw new Error('the demo has no verified study that is linked')
  return study
}

async function openRowMenu(page: Page, path: string, accession: string): Promise<void> {
  await openScreen(page, `${server.url}${path}?range=Any`)
  await page.getByRole('textbox', { name: 'Keyword' }).fill(accession)
  await expect(page.getByText(/Showing 1 - 1 of 1/)).toBeVisible()
  await page.getByRole('button', { name: /^Actions for/ }).click()
}

/** Expects the words of a button to be complete: no letter is cut off at its edge. */
async function expectWhole(label: Locator): Promise<void> {
  await expect(label).toBeVisible()
  await expect.poll(() => label.evaluate((span) => span.scrollWidth - span.clientWidth)).toBe(0)
}

/** Takes pictures of a page in three sizes for people who review them. */
async function takeShots(page: Page, name: string): Promise<void> {
  const folder = process.env.READROOM_SHOTS
  if (!folder) return
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${folder}/${name}-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const saidIn = (source: string) => source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')

test('a study is sent by e-mail, and a stranger opens its link and reads the report', async ({ browser }) => {
  const page = desk()
  const study = await findStudy()
  await openRowMenu(page, '/archives', study.accession_no)
  await page.getByRole('menuitem', { name: /^Share Study/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Study' })
  await expect(dialog.getByRole('textbox', { name: 'Mobile number' })).toHaveValue(study.mobile)
  await takeShots(page, 'share')
  await dialog.getByText('E-mail', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'E-mail' }).clear()
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(dialog.getByText('Enter email-id')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('receiver@mail.example')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(dialog.getByText('Sent', { exact: true })).toBeVisible()
  const [, link = ''] =
    /(http:\S+\/shared\/#[\w-]+)/.exec(saidIn(findLetter(sink, 'receiver@mail.example')?.source ?? '')) ?? []
  const context = await browser.newContext({ timezoneId: 'Asia/Kolkata' })
  const visitor = await context.newPage()
  await visitor.goto(link)
  await expect(visitor.getByText(`${SANJEEVANI.name} shares an examination with you.`)).toBeVisible()
  await expect(visitor).toHaveURL(`${server.url}/shared/open`)
  await takeShots(visitor, 'shared-question')
  const birth = visitor.getByLabel('Date of birth of the patient')
  await birth.fill('1901-01-01')
  await visitor.getByRole('button', { name: 'Show results' }).click()
  await expect(visitor.getByText('This does not match. Look at it again.')).toBeVisible()
  await birth.fill(study.born)
  await visitor.getByRole('button', { name: 'Show results' }).click()
  await expect(visitor.getByText(study.pat_name)).toBeVisible()
  await expectAccessible(visitor)
  await takeShots(visitor, 'shared-page')
  // A narrow phone.
  await visitor.setViewportSize({ width: 360, height: 740 })
  for (const name of ['View Image', 'View Report'])
    await expectWhole(visitor.getByText(name, { exact: true }))
  await visitor.getByRole('button', { name: 'View Report' }).click()
  await expect(visitor.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^blob:/)
  await takeShots(visitor, 'shared-report')
  // An unknown visitor's phone stores nothing, and the app is not installed on it.
  expect(
    await visitor.evaluate(async () => [
      localStorage.length,
      (await indexedDB.databases()).length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ]),
  ).toEqual([0, 0, 0])
  await context.close()
  // The sender sees that it was opened, and revokes it.
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await openRowMenu(page, '/archives', study.accession_no)
  await page.getByRole('menuitem', { name: /^Share Study/ }).click()
  await page.getByRole('tab', { name: 'Links' }).click()
  // The newest link is first; the demo's own links are below.
  const newest = page.getByRole('tabpanel', { name: 'Links' }).getByRole('listitem').first()
  await expect(newest.getByText('opened once')).toBeVisible()
  await newest.getByRole('button', { name: /^Revoke the link/ }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expect(newest.getByText(/revoked /)).toBeVisible()
})

test('portal access is given with a code, and its link signs the patient in after the date of birth', async ({
  browser,
}) => {
  const page = desk()
  const study = await findStudy()
  await openRowMenu(page, '/patient-portal', study.accession_no)
  await page.getByRole('menuitem', { name: /^Share Patient Portal Access/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Patient Portal Access' })
  await dialog.getByRole('button', { name: 'Give access for 30 days' }).click()
  await expect(dialog.getByRole('img', { name: 'Code that opens the portal' })).toBeVisible()
  await expectAccessible(page)
  const link = await dialog.getByLabel('Automatic sign-in').inputValue()
  const context = await browser.newContext()
  const patient = await context.newPage()
  await patient.goto(link)
  await patient.getByLabel('Date of birth of the patient').fill(study.born)
  expect(patient.url()).not.toContain('/login')
  await patient.getByRole('button', { name: 'Show results' }).click()
  await expect(patient.getByRole('heading', { name: 'Examinations' })).toBeVisible()
  await expect(patient.getByText('Activated').first()).toBeVisible()
  await takeShots(patient, 'patient-page')
  await patient.setViewportSize({ width: 360, height: 740 })
  for (const name of ['View Image', 'View Report'])
    await expectWhole(patient.getByText(name, { exact: true }).first())
  await expectAccessible(patient)
  await context.close()
})

test('My Patients shows a referrer’s own patients, with the report of a verified study', async ({ page }) => {
  await signIn(page, server.url, 'ref.bhat')
  await expect(page.getByRole('heading', { name: 'My Patients' })).toBeVisible()
  await page.getByText('Month', { exact: true }).click()
  await expect(page.getByText(/^Showing 1 - \d+ of \d+ records\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.locator('button[aria-label^="View Report"]:not([aria-disabled="true"])').first().click()
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^blob:/)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('listitem').first()).toBeVisible()
})

test('WhatsApp is linked from the top bar by scanning a code, and unlinked', async () => {
  const page = desk()
  await openScreen(page, `${server.url}/dashboard`)
  let state = 'unlinked'
  const base64 = (await toBuffer('what a phone scans')).toString('base64')
  gateway.answer = ({ path, method }) => {
    if (method === 'DELETE') state = 'unlinked'
    if (path.endsWith('/qr')) state = 'waiting'
    return {
      status: 200,
      body: {
        state,
        number: state === 'linked' ? '+91 98200 12345' : '',
        base64: path.endsWith('/qr') ? base64 : '',
      },
    }
  }
  // An administrator would first need a code by mail: this server can send one.
  await page.getByRole('button', { name: 'WhatsApp' }).click()
  const dialog = page.getByRole('dialog', { name: 'WhatsApp' })
  await expect(dialog.getByText(/not the official WhatsApp business API/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Show the code' }).click()
  await expect(dialog.getByRole('img', { name: 'Code to scan with WhatsApp' })).toBeVisible()
  await expectAccessible(page)
  state = 'linked'
  await expect(dialog.getByText('Linked to +91 98200 12345')).toBeVisible()
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  const question = page.getByRole('dialog', { name: 'Unlink the number' })
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expect(dialog.getByText('Not linked')).toBeVisible()
})
