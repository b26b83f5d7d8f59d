import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { formatDay } from '#domain/time/formats.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_PATIENT } from '#server/features/demo/desk/insert-visits.ts'
import { writeCtFiles } from '#tests/helpers/archive/dicom-files.ts'
import { freePort, missingOrthanc, type Orthanc, startOrthanc } from '#tests/helpers/archive/orthanc.ts'
import { centreDay } from '#tests/helpers/database/centre-day.ts'
import { hasPoppler, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { ask } from './helpers/ledger.ts'
import { openScreen } from './helpers/open-screen.ts'
import { addImageServer } from './helpers/outside/image-server.ts'
import { askWorklist, type WorklistItem } from './helpers/outside/machine-worklist.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const REASON = 'Headache for two weeks'
const FINDINGS = 'No bleed, no mass, the ventricles are of normal size.'
const TITLE = 'READROOM'
const [ANDHERI] = SANJEEVANI.branches
const DAY = centreDay(2)

const missing = missingOrthanc ?? (existsSync('/usr/bin/findscu') ? undefined : 'dcmtk')
test.skip(missing !== undefined, `a package of the machine is not here: ${missing}`)
// A server, an image server and four people at their screens; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

let server: RunningServer
let orthanc: Orthanc
let worklistPort: number
const folder = mkdtempSync(join(tmpdir(), 'readroom-request-'))

test.beforeAll(async () => {
  worklistPort = await freePort()
  ;[server, orthanc] = await Promise.all([
    startServer({ READROOM_WORKLIST_PORT: String(worklistPort) }),
    startOrthanc(),
  ])
  addImageServer(server, orthanc)
  // Gives the client an AE title, and lets patients see results once they are paid.
  await ask(
    server,
    `insert into client_setting (client_id, mwl_aet, results_wait_for_payment) values ($1, $2, true)
     on conflict (client_id) do update set mwl_aet = $2, results_wait_for_payment = true`,
    [SANJEEVANI.id, TITLE],
  )
})
test.afterAll(async () => {
  await Promise.all([server?.stop(), orthanc?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Opens a separate screen for a person. */
async function personAt(browser: Browser, username: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Kolkata',
  })
  await context.addInitScript(() => {
    window.print = () => undefined
  })
  const page = await context.newPage()
  if (username !== DEMO_SIGN_IN.patientLink.username) await signIn(page, server.url, username)
  return page
}

async function choose(page: Page, within: Locator, label: string, option: string | RegExp): Promise<void> {
  await within.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

async function requestAppointment(patient: Page): Promise<void> {
  const { username, secret } = DEMO_SIGN_IN.patientLink
  await patient.goto(`${server.url}/login/${username}/${secret}`)
  await patient.getByRole('link', { name: 'Book New Appointment' }).click()
  // The previous page has the same field, and stays until this one is loaded.
  await expect(patient.getByRole('heading', { name: 'Book New Appointment' })).toBeVisible()
  await patient.getByLabel('Date of birth of the patient').fill(DEMO_PATIENT.birthDate)
  await patient.getByRole('button', { name: 'Show results' }).click()
  const form = patient.getByRole('form', { name: 'Book New Appointment' })
  await choose(patient, form, 'Choose Location', ANDHERI?.fullName ?? '')
  await choose(patient, form, 'Appointment For', /^CT$/)
  await form.getByLabel('Booking Date').fill(DAY)
  await form.getByLabel('Preferred Time').fill('11:15')
  await form.getByLabel('Exam Reason').fill(REASON)
  await form.getByRole('button', { name: 'Request Appointment' }).click()
  await expect(form.getByText(/^Your request was sent/)).toBeVisible()
}

const requestOf = (desk: Page) => desk.getByRole('row').filter({ hasText: REASON })
async function actOn(desk: Page, action: string): Promise<void> {
  await requestOf(desk)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await desk.getByRole('menuitem', { name: action }).click()
}

/** Chooses a machine and a service for the request at the desk, and starts the visit; returns the accession number. */
async function convertAndStart(desk: Page): Promise<string> {
  await openScreen(desk, `${server.url}/booking-requests`)
  await actOn(desk, 'Convert')
  const dialog = desk.getByRole('dialog', { name: 'Convert Appointment' })
  await expect(dialog.getByLabel('Appointment Date')).toHaveValue(formatDay(DAY))
  await expect(dialog.getByText('A patient of the centre.')).toBeVisible()
  await choose(desk, dialog, 'Machine', 'CT 1')
  await choose(desk, dialog, 'Service', 'CT Brain Plain')
  await dialog.getByRole('button', { name: 'Convert', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await desk.getByRole('tab', { name: 'Converted' }).click()
  await expect(requestOf(desk)).toContainText('Booked')
  await actOn(desk, 'Start Visit')
  await expect(requestOf(desk)).toContainText('Ready to Scan')
  const [service] = await ask<{ accession_no: string }>(
    server,
    `select s.accession_no from booking_request r
       join visit_service s on s.client_id = r.client_id and s.visit_id = r.visit_id where r.exam_reason = $1`,
    [REASON],
  )
  return service?.accession_no ?? ''
}

/** Reads the examination from the worklist as a machine, and sends two images with the received values. */
async function scan(accession: string): Promise<WorklistItem> {
  const [machine] = await ask<{ aet: string }>(
    server,
    "select aet from machine where branch_id = $1 and name = 'CT 1'",
    [ANDHERI?.id],
  )
  // The desk shows the start before the server has it.
  let item = {} as WorklistItem
  await expect(() => {
    item = askWorklist({ aet: machine?.aet ?? '', called: TITLE, port: worklistPort }, accession)
  }).toPass({ timeout: 15_000 })
  expect(item.PatientBirthDate).toBe(DEMO_PATIENT.birthDate.replaceAll('-', ''))
  const day = centreDay().replaceAll('-', '')
  const study = {
    ...item,
    StudyDate: day,
    StudyTime: '061500',
    StudyDescription: 'CT Brain Plain',
    Modality: 'CT',
  }
  await orthanc.store(writeCtFiles(study, { folder, images: 2 }), ANDHERI?.aet ?? '')
  return item
}

async function expectLinked(item: WorklistItem): Promise<void> {
  const [study] = await ask<{ accession_no: string; pat_id: string; payment_status: string }>(
    server,
    `select s.accession_no, p.pat_id, st.payment_status from study st
       join visit_service s on s.client_id = st.client_id and s.id = st.visit_service_id
       join patient p on p.client_id = st.client_id and p.id = st.patient_id where st.study_iuid = $1`,
    [item.StudyInstanceUID],
  )
  expect(study).toEqual({
    accession_no: item.AccessionNumber,
    pat_id: item.PatientID,
    payment_status: 'Pending',
  })
}

async function findByAccession(page: Page, path: string, accession: string): Promise<Locator> {
  await openScreen(page, `${server.url}${path}?range=Any`)
  await page.getByRole('textbox', { name: 'Keyword' }).fill(accession)
  // Until the list is answered, other rows are shown, and a menu that was opened on one closes with it.
  await expect(page.getByText('Showing 1 - 1 of 1 records.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: accession })
  await expect(row).toBeVisible()
  return row
}

async function writeReport(doctor: Page, accession: string): Promise<void> {
  await (await findByAccession(doctor, '/worklist1', accession)).dblclick()
  await doctor.waitForURL('**/report/**')
  await doctor.getByRole('button', { name: 'Assign to me' }).click()
  const text = doctor.getByRole('textbox', { name: 'Description' })
  await expect(text).toBeEditable()
  // The reason for the request is in the visit, which the doctor's device does not hold.
  await doctor.getByRole('button', { name: 'Remarks' }).click()
  const remarks = doctor.getByRole('dialog', { name: 'Remarks' })
  await expect(remarks.getByRole('region', { name: 'Exam reason' })).toContainText(REASON)
  await remarks.getByRole('button', { name: 'Close' }).first().click()
  await expect(remarks).toHaveCount(0)
  await text.click()
  await doctor.keyboard.type(FINDINGS)
  await doctor.getByRole('button', { name: 'Conclusion', exact: true }).click()
  await doctor.getByRole('textbox', { name: 'Conclusion' }).click()
  await doctor.keyboard.type('Normal examination.')
  await doctor.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(doctor.getByText('Signed', { exact: true }).first()).toBeVisible()
}

/** Expects the doctor's text in the paper that the patient sees. */
async function expectFindings(patient: Page): Promise<void> {
  const link = patient.getByRole('link', { name: 'Download' })
  await expect(link).toHaveAttribute('href', /^blob:/)
  const [download] = await Promise.all([patient.waitForEvent('download'), link.click()])
  const paper = new Uint8Array(readFileSync(await download.path()))
  if (hasPoppler) expect(pageTexts(paper).join(' ').replaceAll(/\s+/g, ' ')).toContain(FINDINGS)
}

/**
 * Returns the patient's card of an examination: by its visit, because the demo may have the same service for
 * the patient.
 */
async function ownCard(patient: Page, accession: string): Promise<Locator> {
  const [visit] = await ask<{ visit_no: string }>(
    server,
    `select v.visit_no from visit v join visit_service s on s.client_id = v.client_id and s.visit_id = v.id
      where s.accession_no = $1`,
    [accession],
  )
  return patient
    .getByRole('region', { name: 'Previous Appointments' })
    .getByRole('listitem')
    .filter({ hasText: `Visit ${visit?.visit_no}` })
}

test('a patient’s request becomes a visit, is scanned and reported, and its report opens after payment', async ({
  browser,
}) => {
  const patient = await personAt(browser, DEMO_SIGN_IN.patientLink.username)
  await test.step('the patient makes a request', () => requestAppointment(patient))
  const desk = await personAt(browser, 'reception.andheri')
  const accession = await test.step('the desk converts and starts it', () => convertAndStart(desk))

  await test.step('the machine scans, and the technician records it', async () => {
    const item = await scan(accession)
    const technician = await personAt(browser, DEMO_SIGN_IN.technician)
    await openScreen(technician, `${server.url}/scan-worklist`)
    await technician.getByLabel('Date', { exact: true }).fill(DAY)
    await technician.getByRole('tab', { name: /^CT/ }).click()
    const entry = technician.getByRole('listitem').filter({ hasText: accession })
    await entry.getByRole('button', { name: /^Ready to Scan: change/ }).click()
    await technician.getByRole('menuitem', { name: 'Scan Completed' }).click()
    await technician.getByRole('dialog').getByRole('button', { name: 'Scan Completed' }).click()
    await expect(requestOf(desk)).toContainText('Scan Completed')
    await technician.context().close()
    await expect
      .poll(() => ask(server, 'select from study where study_iuid = $1', [item.StudyInstanceUID]))
      .toHaveLength(1)
    await expectLinked(item)
  })

  const doctor = await personAt(browser, DEMO_SIGN_IN.senior)
  await test.step('a doctor finds it by its accession number, reports and signs', async () => {
    await writeReport(doctor, accession)
    await expect(requestOf(desk)).toContainText('Report Signed')
  })

  await test.step('the desk activates it; the patient sees that the bill must be paid first', async () => {
    const row = await findByAccession(desk, '/patient-portal', accession)
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await desk.getByRole('menuitem', { name: 'Activate', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: 'Activate Study For Patient' })
    await dialog.getByRole('button', { name: 'Activate' }).click()
    await expect(dialog).toHaveCount(0)
    await patient.goto(`${server.url}/patient/bookings`)
    const read = (await ownCard(patient, accession)).getByRole('button', { name: 'View Report' })
    await expect(read).toHaveAccessibleDescription('Released once the bill is paid')
  })

  await test.step('the bill is paid, and the patient reads the report', async () => {
    await openScreen(desk, `${server.url}/booking-requests`)
    await desk.getByRole('tab', { name: 'Converted' }).click()
    await actOn(desk, 'Open visit')
    const panel = desk.getByRole('dialog').filter({ hasText: DEMO_PATIENT.name })
    await panel.getByRole('tab', { name: /^Payments/ }).click()
    await panel.getByRole('button', { name: 'Record Payment' }).click()
    await desk
      .getByRole('dialog', { name: 'Record Payment' })
      .getByRole('button', { name: 'Record Payment' })
      .click()
    await expect(desk.getByRole('dialog', { name: 'Receipt Detail' })).toBeVisible()
    await patient.reload()
    await (await ownCard(patient, accession)).getByRole('button', { name: 'View Report' }).click()
    await expectFindings(patient)
  })

  await test.step('the report is verified, and the visit is completed', async () => {
    await doctor.getByRole('button', { name: 'Verify' }).click()
    await doctor
      .getByRole('dialog')
      .getByRole('button', { name: /^(Verify|Yes)$/ })
      .click()
    await expect(doctor.getByText('Verified', { exact: true }).first()).toBeVisible()
    await openScreen(desk, `${server.url}/booking-requests`)
    await desk.getByRole('tab', { name: 'Converted' }).click()
    await expect(requestOf(desk)).toContainText('Completed')
  })
  for (const page of [patient, desk, doctor]) await page.context().close()
})
