import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { reportIdOf } from '#domain/report/report-id.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { findLetter, type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { ask } from './helpers/ledger.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { editorOf, typeReport } from './helpers/report-editor.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

test.skip(!hasPoppler, 'poppler-utils read the papers, and are not here')
// Three people work at their screens; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

let server: RunningServer
let sink: MailSink
test.beforeAll(async () => {
  sink = await openMailSink()
  server = await startServer({
    READROOM_SMTP_URL: `smtp://127.0.0.1:${sink.port}?from=results@sanjeevani.example`,
  })
  // At this centre, a signed report is changed by a new revision.
  await ask(server, `update client set report_edit_type = 'UpdateContent' where id = $1`, [SANJEEVANI.id])
})
test.afterAll(async () => {
  await server?.stop()
  await sink?.close()
})

interface Study {
  id: string
  accession_no: string
  born: string
}

/** Returns an unassigned study of a known patient, at the branch whose reception shares it. */
async function findStudy(): Promise<Study> {
  const [study] = await ask<Study>(
    server,
    `select id, accession_no, pat_birthdate::text as born from study
      where client_id = $1 and branch_id = $2 and status = 'Pending' and hidden is null and patient_id is not null
        and assigned_doctor_id is null and accession_no <> '' and pat_birthdate is not null
      order by received_datetime desc limit 1`,
    [SANJEEVANI.id, SANJEEVANI.branches[0]?.id],
  )
  if (!study) throw new Error('the demo has no study of a known patient that nobody reads')
  return study
}

async function personAt(browser: Browser, username?: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Kolkata',
  })
  const page = await context.newPage()
  if (username !== undefined) await signIn(page, server.url, username)
  return page
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const badgeOf = (page: Page, status: string) =>
  page.getByLabel('Patient and study').getByText(status, { exact: true })

/** Writes findings and a conclusion into the open part, so that the check before signing reports nothing. */
async function writeWhole(page: Page, findings: string): Promise<void> {
  await expect(editorOf(page)).toBeEditable()
  await typeReport(page, findings)
  await page.getByRole('button', { name: 'Conclusion', exact: true }).click()
  await page.getByRole('textbox', { name: 'Conclusion' }).click()
  await page.keyboard.type('Normal study.')
  await expect(page.getByText('Writing …')).toHaveCount(0)
  await page.getByRole('button', { name: 'Description', exact: true }).click()
}

/** Returns the tab of a report: by its own name, if it has one, and by its status. */
const reportTab = (page: Page, no: number) =>
  page.getByRole('tab', { name: /(Pending|Draft|Signed|Verified)$/ }).nth(no - 1)

async function expectFiled(study: Study, no: number, status: string): Promise<void> {
  const stored = () =>
    ask<{ status: string }>(server, 'select status from report where id = $1', [reportIdOf(study.id, no)])
  await expect.poll(stored).toEqual([{ status }])
}

async function verify(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Verify', exact: true })
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await button.click()
  await page
    .getByRole('dialog', { name: 'Verify report', exact: true })
    .getByRole('button', { name: 'Verify', exact: true })
    .click()
}

/** Shares the study by e-mail as reception does; returns the link of the letter. */
async function share(desk: Page, study: Study): Promise<string> {
  await openScreen(desk, `${server.url}/archives?range=Any`)
  await desk.getByRole('textbox', { name: 'Keyword' }).fill(study.accession_no)
  await expect(desk.getByText(/Showing 1 - 1 of 1/)).toBeVisible()
  await desk.getByRole('button', { name: /^Actions for/ }).click()
  await desk.getByRole('menuitem', { name: /^Share Study/ }).click()
  const dialog = desk.getByRole('dialog', { name: 'Share Study' })
  await dialog.getByText('E-mail', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('receiver@mail.example')
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(dialog.getByText('Sent', { exact: true })).toBeVisible()
  const source = (findLetter(sink, 'receiver@mail.example')?.source ?? '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  return /http:\S+\/shared\/#[\w-]+/.exec(source)?.[0] ?? ''
}

/** Returns the text of the paper that a receiver of the link downloads. */
async function paperOf(visitor: Page): Promise<string> {
  await visitor.getByRole('button', { name: 'View Report' }).click()
  const link = visitor.getByRole('link', { name: 'Download' })
  await expect(link).toHaveAttribute('href', /^blob:/)
  const [download] = await Promise.all([visitor.waitForEvent('download'), link.click()])
  await visitor.keyboard.press('Escape')
  return pageTexts(new Uint8Array(readFileSync(await download.path()))).join(' ')
}

test('a verified report gets a second one, is shared, revised and verified again; the link always shows the filed text', async ({
  browser,
}) => {
  const study = await findStudy()
  const doctor = await personAt(browser, DEMO_SIGN_IN.senior)

  await test.step('the first report is signed and verified', async () => {
    await openScreen(doctor, `${server.url}/report/${study.id}`)
    await press(doctor, 'Assign to me')
    await writeWhole(doctor, 'First filed words.')
    await press(doctor, 'Sign')
    await verify(doctor)
    await expect(badgeOf(doctor, 'Verified')).toBeVisible()
    await expectFiled(study, 1, 'Verified')
  })

  await test.step('a second report is requested: the study is Pending, the report stays verified', async () => {
    await doctor.getByRole('combobox', { name: 'No. of Reports' }).click()
    await doctor.getByRole('option', { name: '2' }).click()
    await press(doctor, 'Set 2 reports')
    await expect(reportTab(doctor, 1)).toContainText('Verified')
    await expect(reportTab(doctor, 2)).toContainText('Pending')
    await expect
      .poll(() =>
        ask(server, 'select status, signed_reports, verified_reports from study where id = $1', [study.id]),
      )
      .toEqual([{ status: 'Pending', signed_reports: 1, verified_reports: 1 }])
  })

  const visitor = await personAt(browser)
  await test.step('a link made now shows the verified report alone', async () => {
    const desk = await personAt(browser, 'reception.andheri')
    await visitor.goto(await share(desk, study))
    await desk.context().close()
    await visitor.getByLabel('Date of birth of the patient').fill(study.born)
    await press(visitor, 'Show results')
    expect(await paperOf(visitor)).toContain('First filed words.')
  })

  await test.step('the second is signed, the first revised: the link shows both as filed', async () => {
    await reportTab(doctor, 2).click()
    await writeWhole(doctor, 'Second examination.')
    await press(doctor, 'Sign')
    await expectFiled(study, 2, 'Signed')
    await reportTab(doctor, 1).click()
    await press(doctor, 'Revise')
    await typeReport(doctor, ' Revised later.')
    expect(await paperOf(visitor), 'a revision that nobody signed is nobody’s to read').not.toContain(
      'Revised later.',
    )
    await press(doctor, 'Sign')
    await expectFiled(study, 1, 'Signed')
    await visitor.reload()
    const paper = await paperOf(visitor)
    expect(paper).toContain('First filed words. Revised later.')
    expect(paper).toContain('Second examination.')
  })

  await test.step('both are verified again', async () => {
    await verify(doctor)
    await expect(badgeOf(doctor, 'Verified')).toBeVisible()
    await expectFiled(study, 1, 'Verified')
    await expectFiled(study, 2, 'Verified')
    await visitor.reload()
    expect(await paperOf(visitor)).toContain('Revised later.')
  })
})
