import { existsSync, readFileSync } from 'node:fs'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { freePort } from '#tests/helpers/archive/orthanc.ts'
import { findLetter, type MailSink, openMailSink } from '#tests/helpers/network/mail-sink.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { ask } from './helpers/ledger.ts'
import { askWorklist } from './helpers/outside/machine-worklist.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { editorOf, typeReport } from './helpers/report-editor.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const missing = existsSync('/usr/bin/findscu') && hasPoppler ? undefined : 'dcmtk or poppler-utils'
test.skip(missing !== undefined, `a package of the machine is not here: ${missing}`)
// Six people work at their screens; each wait has its own, shorter limit.
test.describe.configure({ timeout: 180_000 })

const TITLE = 'READROOM'
const ACCESSION = 'WRONG-7001'
const RECEPTION = 'reception.andheri'
const FINDINGS = 'No fracture is seen.'
const [ANDHERI] = SANJEEVANI.branches

/** A possible owner of the examination, as the desk knows the person. */
interface Person {
  patient_id: string
  name: string
  pat_id: string
  born: string
  visit_no: string
  accession_no: string
  aet: string
}

/** The person of a study on each of its surfaces. */
interface Shown {
  name: string
  pat_id: string
  born: string
}

let server: RunningServer
let sink: MailSink
let port: number
let study: Shown & { id: string }
let wrong: Person
let right: Person
test.beforeAll(async () => {
  port = await freePort()
  sink = await openMailSink()
  server = await startServer({
    READROOM_WORKLIST_PORT: String(port),
    READROOM_SMTP_URL: `smtp://127.0.0.1:${sink.port}?from=results@sanjeevani.example`,
  })
  await ask(
    server,
    `insert into client_setting (client_id, mwl_aet) values ($1, $2)
     on conflict (client_id) do update set mwl_aet = $2`,
    [SANJEEVANI.id, TITLE],
  )
  // Reception sorts the studies here; an administrator would first need a code by mail.
  await ask(
    server,
    `update role r set modules = array_append(r.modules, 'edit_patient_and_study')
       from app_user u where u.username = $1 and r.client_id = u.client_id and r.id = u.role_id`,
    [RECEPTION],
  )
  study = await prepareStudy()
  ;[wrong, right] = await findPeople()
})
test.afterAll(async () => {
  await server?.stop()
  await sink?.close()
})

/** Inserts an unassigned study without a visit, with a number that no service has. */
async function prepareStudy(): Promise<Shown & { id: string }> {
  const [found] = await ask<Shown & { id: string }>(
    server,
    `update study set accession_no = $3, pat_name = 'Machine Words', pat_id = 'M-7001', pat_birthdate = '1961-02-03',
            pat_sex = 'Female', rev = rev + 1
      where id = (select id from study where client_id = $1 and branch_id = $2 and status = 'Pending'
        and hidden is null and visit_service_id is null and patient_id is null and assigned_doctor_id is null
        order by received_datetime desc limit 1)
      returning id, pat_name as name, pat_id, pat_birthdate::text as born`,
    [SANJEEVANI.id, ANDHERI?.id, ACCESSION],
  )
  if (!found) throw new Error('the demo has no study of no visit that nobody reads')
  return found
}

/** Returns two patients of the demo who are present: the machine waits for each. */
async function findPeople(): Promise<[Person, Person]> {
  const rows = await ask<Person & { id: string }>(
    server,
    `select distinct on (p.id) p.id as patient_id, trim(p.fname || ' ' || p.lname) as name, p.pat_id,
        p.dob::text as born, v.visit_no, s.accession_no, m.aet, s.id
      from visit_service s
      join visit v on v.client_id = s.client_id and v.id = s.visit_id and v.is_radiology
      join patient p on p.client_id = v.client_id and p.id = v.patient_id and p.hidden is null
      join visit_machine k on k.client_id = s.client_id and k.id = s.visit_machine_id
      join machine m on m.client_id = k.client_id and m.id = k.machine_id and m.active and m.hidden is null
      where s.client_id = $1 and v.branch_id = $2 and s.type = 'Exam_Service' and s.status <= 5 and v.status < 12
        and p.dob is not null and p.user_id is null and m.aet <> '' and s.accession_no <> ''
        and not exists (select from study t where t.client_id = s.client_id and t.visit_service_id = s.id)
        and not exists (select from study t where t.client_id = s.client_id and t.patient_id = p.id
          and t.active_until is not null)
      order by p.id`,
    [SANJEEVANI.id, ANDHERI?.id],
  )
  const [first, second] = rows
  if (!first || !second) throw new Error('the demo has not two patients to examine')
  await ask(server, `update visit_service set status = 5, start_dt = now() where id = any($1)`, [
    [first.id, second.id],
  ])
  return [first, second]
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

/** Opens the actions of the study on a list; finds it by its accession number. */
async function openActions(page: Page, path: string): Promise<Locator> {
  await page.goto(`${server.url}${path}?range=Any`)
  await page.getByRole('textbox', { name: 'Keyword' }).fill(ACCESSION)
  await expect(page.getByText(/Showing 1 - 1 of 1/)).toBeVisible()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  return page.getByRole('menu')
}

async function linkTo(desk: Page, person: Person): Promise<void> {
  await openActions(desk, '/archives')
  await desk.getByRole('menuitem', { name: 'Link to Visit' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Link to a visit' })
  await dialog.getByLabel('Find a visit').fill(person.accession_no)
  const found = dialog.getByRole('listitem').filter({ hasText: person.name })
  await found.getByRole('button', { name: 'Link' }).click()
  const asked = desk.getByRole('dialog', { name: 'Another person?' })
  await expect(asked).toContainText(person.name)
  await asked.getByRole('button', { name: 'It is the same person: link' }).click()
  await expect(desk.getByText('Linked', { exact: true })).toBeVisible()
}

async function unlink(desk: Page): Promise<void> {
  await openActions(desk, '/archives')
  await desk.getByRole('menuitem', { name: 'Link to Visit' }).click()
  await desk.getByRole('dialog', { name: 'Link to a visit' }).getByRole('button', { name: 'Unlink' }).click()
  await desk
    .getByRole('dialog', { name: /Unlink this study/ })
    .getByRole('button', { name: 'Unlink' })
    .click()
  await expect(desk.getByText('Unlinked', { exact: true })).toBeVisible()
}

async function correctName(desk: Page, name: string): Promise<void> {
  await openActions(desk, '/archives')
  await desk.getByRole('menuitem', { name: 'Edit Details' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Edit details' })
  await dialog.getByLabel('Patient name').fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Makes a link to the portal for the study's patient, as reception does; returns it. */
async function givePortal(desk: Page): Promise<string> {
  await openActions(desk, '/patient-portal')
  await desk.getByRole('menuitem', { name: /^Share Patient Portal Access/ }).click()
  const dialog = desk.getByRole('dialog', { name: 'Share Patient Portal Access' })
  await dialog.getByRole('button', { name: 'Give access for 30 days' }).click()
  return dialog.getByLabel('Automatic sign-in').inputValue()
}

async function openPortal(patient: Page, link: string, born: string): Promise<void> {
  await patient.goto(link)
  await patient.getByLabel('Date of birth of the patient').fill(born)
  await patient.getByRole('button', { name: 'Show results' }).click()
  await expect(patient.getByRole('heading', { name: 'Examinations' })).toBeVisible()
}

/** Shares the study by e-mail as reception does; returns the link of the letter. */
async function share(desk: Page, email: string): Promise<string> {
  await openActions(desk, '/archives')
  await desk.getByRole('menuitem', { name: /^Share Study/ }).click()
  const dialog = desk.getByRole('dialog', { name: 'Share Study' })
  await dialog.getByText('E-mail', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(dialog.getByText('Sent', { exact: true })).toBeVisible()
  const source = (findLetter(sink, email)?.source ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return /http:\S+\/shared\/#[\w-]+/.exec(source)?.[0] ?? ''
}

/** Expects that the link checks the study's present person, and shows that person. */
async function expectShared(
  visitor: Page,
  shown: Shown,
  { link, isAsked }: { link?: string; isAsked: boolean },
): Promise<void> {
  if (link === undefined) await visitor.reload()
  else await visitor.goto(link)
  if (isAsked) {
    await visitor.getByLabel('Date of birth of the patient').fill(shown.born)
    await visitor.getByRole('button', { name: 'Show results' }).click()
  }
  await expect(visitor.getByText(shown.name)).toBeVisible()
  await expect(visitor.getByText(shown.pat_id).first()).toBeVisible()
}

async function textOf(page: Page, download: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  return pageTexts(new Uint8Array(readFileSync(await file.path())))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

/** Checks the reader's list and the paper of the report as it would be printed now. */
async function expectReader(doctor: Page, list: Page, shown: Shown): Promise<void> {
  const row = list.getByRole('row').filter({ hasText: ACCESSION })
  await expect(row).toContainText(shown.name)
  await expect(row).toContainText(shown.pat_id)
  await expect(doctor.getByRole('heading', { level: 1 })).toContainText(shown.name)
  await doctor.getByRole('button', { name: 'Preview' }).click()
  const dialog = doctor.getByRole('dialog', { name: 'Report preview' })
  await expect(dialog.getByTitle('The report as it is printed')).toBeVisible()
  const paper = await textOf(doctor, dialog.getByRole('button', { name: 'Download' }))
  await doctor.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(paper).toContain(shown.name)
  expect(paper).toContain(shown.pat_id)
  expect(paper).toContain(FINDINGS)
  for (const other of [study, wrong, right].filter(({ pat_id }) => pat_id !== shown.pat_id))
    expect(paper).not.toContain(other.pat_id)
}

/** Expects that no machine receives a study's values for another person's examination. */
function expectMachines(): void {
  for (const person of [wrong, right]) {
    const item = askWorklist({ aet: person.aet, called: TITLE, port }, person.accession_no)
    expect(item.PatientID).toBe(person.pat_id)
    expect(item.PatientBirthDate).toBe(person.born.replaceAll('-', ''))
    expect(item.PatientName.split('^').toReversed().join(' ').trim()).toBe(person.name)
  }
}

test('a study of the wrong patient is corrected, unlinked and relinked; every surface shows the same person at each step', async ({
  browser,
}) => {
  const desk = await personAt(browser, RECEPTION)
  const doctor = await personAt(browser, DEMO_SIGN_IN.senior)
  const visitor = await personAt(browser)
  const [wrongAtHome, rightAtHome] = [await personAt(browser), await personAt(browser)]
  const list = await doctor.context().newPage()

  await test.step('a doctor writes under the machine’s name', async () => {
    await doctor.goto(`${server.url}/report/${study.id}`)
    await doctor.getByRole('button', { name: 'Assign to me' }).click()
    await expect(editorOf(doctor)).toBeEditable()
    await typeReport(doctor, FINDINGS)
    await doctor.getByRole('button', { name: 'Conclusion', exact: true }).click()
    await doctor.getByRole('textbox', { name: 'Conclusion' }).click()
    await doctor.keyboard.type('Normal study.')
    await doctor.getByRole('button', { name: 'Save draft' }).click()
    await list.goto(`${server.url}/worklist1?range=Any`)
    await list.getByRole('textbox', { name: 'Keyword' }).fill(ACCESSION)
    await expectReader(doctor, list, study)
    expectMachines()
  })

  await test.step('it is linked to the wrong patient, shared and released', async () => {
    await linkTo(desk, wrong)
    await expectReader(doctor, list, wrong)
    const link = await share(desk, 'wrong@mail.example')
    await expectShared(visitor, wrong, { link, isAsked: true })
    await openPortal(wrongAtHome, await givePortal(desk), wrong.born)
    await expect(wrongAtHome.getByText(wrong.name).first()).toBeVisible()
    await expect(wrongAtHome.getByText(wrong.visit_no)).toBeVisible()
    expectMachines()
  })

  const corrected = { ...wrong, name: `${wrong.name} Junior` }
  await test.step('its name is corrected', async () => {
    await correctName(desk, corrected.name)
    await expectReader(doctor, list, corrected)
    await expectShared(visitor, corrected, { isAsked: false })
    expectMachines()
  })

  await test.step('it is unlinked: it has the machine’s values again, and nothing remains with the wrong patient', async () => {
    await unlink(desk)
    await expectReader(doctor, list, study)
    await expectShared(visitor, study, { isAsked: true })
    await wrongAtHome.reload()
    await expect(wrongAtHome.getByText(wrong.visit_no)).toHaveCount(0)
    expectMachines()
  })

  await test.step('it is linked to the right patient', async () => {
    await linkTo(desk, right)
    await expectReader(doctor, list, right)
    await visitor.reload()
    await visitor.getByLabel('Date of birth of the patient').fill(wrong.born)
    await visitor.getByRole('button', { name: 'Show results' }).click()
    await expect(visitor.getByText('This does not match. Look at it again.')).toBeVisible()
    await expectShared(visitor, right, { isAsked: true })
    await openPortal(rightAtHome, await givePortal(desk), right.born)
    await expect(rightAtHome.getByText(right.name).first()).toBeVisible()
    await expect(rightAtHome.getByText(right.visit_no)).toBeVisible()
    expectMachines()
  })

  await test.step('it is signed: the patient and the new link show the right person’s paper', async () => {
    await doctor.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect
      .poll(() => ask(server, 'select status, pat_name from study where id = $1', [study.id]))
      .toEqual([{ status: 'Signed', pat_name: right.name }])
    await rightAtHome.reload()
    await rightAtHome
      .getByRole('listitem')
      .filter({ hasText: right.visit_no })
      .getByRole('button', { name: 'View Report' })
      .click()
    const link = await share(desk, 'right@mail.example')
    await expectShared(visitor, right, { link, isAsked: true })
    await visitor.getByRole('button', { name: 'View Report' }).click()
    for (const page of [rightAtHome, visitor]) {
      const paper = await textOf(page, page.getByRole('link', { name: 'Download' }))
      for (const words of [right.name, right.pat_id, FINDINGS]) expect(paper).toContain(words)
      expect(paper).not.toContain(wrong.pat_id)
    }
  })
  for (const page of [desk, doctor, visitor, wrongAtHome, rightAtHome]) await page.context().close()
})
