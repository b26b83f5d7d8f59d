import { expect, type Page, test } from '@playwright/test'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { openReportOf, signBeside } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { editorOf, openReport, typeReport } from './helpers/report-editor.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
  await giveFormerStudies()
})
test.afterAll(() => server?.stop())
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

const column = (page: Page) =>
  page.getByRole('complementary', { name: 'Comments, documents, history and priors' })
const list = (page: Page) => page.getByRole('list', { name: /^Former studies of the patient/ })

/** Inserts a former study of the same patient, half a year earlier; returns its id. */
async function putFormer(studyId: string): Promise<string> {
  const [row] = await askDatabase<{ id: string }>(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, pat_id, pat_name, pat_sex, pat_birthdate, patient_id,
       modality, study_desc, study_datetime, received_datetime)
     select client_id, gen_random_uuid(), gen_random_uuid()::text, branch_id, pat_id, pat_name, pat_sex, pat_birthdate,
       patient_id, 'CT', 'Former examination', '2026-03-12T08:30:00Z', '2026-03-12T08:40:00Z'
     from study where id = $1 returning id`,
    [studyId],
  )
  return row?.id ?? ''
}

/**
 * Gives the newest unreported studies of each branch a signed former study of their patient: at some hours
 * the demo has none that a device still holds.
 */
const giveFormerStudies = () =>
  askDatabase(
    server,
    `with waiting as (select s.*, row_number() over (partition by branch_id order by received_datetime desc) as n
       from study s where status = 'Pending' and hidden is null and branch_id is not null and assigned_doctor_id is null),
     signed as (select id, branch_id, row_number() over (partition by branch_id order by study_datetime) as n
       from study where status in ('Signed', 'Verified') and hidden is null and branch_id is not null)
     update study f set pat_id = w.pat_id, pat_name = w.pat_name, pat_sex = w.pat_sex, pat_birthdate = w.pat_birthdate,
       patient_id = w.patient_id
     from waiting w join signed s on s.branch_id = w.branch_id and s.n = w.n where f.id = s.id and w.n <= 3`,
  )

/** Returns an unreported, unassigned and never opened study of the demo, of a patient with a signed former study. */
async function findNeverOpened(opened: string): Promise<string> {
  const [row] = await askDatabase<{ id: string }>(
    server,
    `select s.id from study s join study own on own.id = $1 and own.client_id = s.client_id and own.branch_id = s.branch_id
     where s.status = 'Pending' and s.assigned_doctor_id is null and s.id <> own.id and s.hidden is null and exists (
       select 1 from study f where f.client_id = s.client_id and f.branch_id = s.branch_id and f.pat_id = s.pat_id
         and f.pat_name = s.pat_name and f.status in ('Signed', 'Verified') and f.study_datetime < s.study_datetime
         and f.patient_id is not distinct from s.patient_id)
     order by s.received_datetime desc limit 1`,
    [opened],
  )
  return row?.id ?? 'none in the demo'
}

/** Returns whether this device holds the former studies of a study. */
const isBrought = (page: Page, studyId: string) =>
  page.evaluate(async (id) => {
    const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('readroom-cache-'))?.name
    const opening = indexedDB.open(name ?? '')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const asking = database.transaction('priors').objectStore('priors').get(id)
    const row = await new Promise((resolve) => {
      asking.onsuccess = () => resolve(asking.result)
    })
    database.close()
    return row !== undefined
  }, studyId)

/** Goes to an address as a link of the app does, without loading the page again. */
const goInside = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('a prior appears beside the text, its difference is marked and its date inserted, also offline', async () => {
  const page = reader()
  const { studyId } = await openReportOf(page, server.url)
  const former = await putFormer(studyId)
  await signBeside(page, server.url, former)

  await openReport(page, server.url, studyId)
  await typeReport(page, 'Signed at this desk.')
  await page.keyboard.press('Alt+4')
  const first = list(page).getByRole('button', { name: /12 Mar 2026.*CT Former examination/ })
  await expect(first).toContainText('Normal.')
  await first.click()
  await expect(column(page).getByText('Signed at the other desk.')).toBeVisible()
  await column(page).getByText('Differences', { exact: true }).click()
  await expect(column(page).locator('del').first()).toBeVisible()
  await expect(column(page).locator('ins').first()).toBeVisible()
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Alt+5')
  await expect(editorOf(page)).toContainText('desk. Compared with CT Former examination of 12 Mar 2026.')

  await openScreen(page, `${server.url}/worklist1`)
  const never = await findNeverOpened(studyId)
  await expect.poll(() => isBrought(page, never), { timeout: 15_000 }).toBe(true)
  await goOffline(page.context())
  await goInside(page, `/report/${never}`)
  await page.getByRole('dialog', { name: 'Assign study' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(editorOf(page)).toBeEditable()
  await page.keyboard.press('Alt+4')
  await list(page).getByRole('button').first().click()
  await expect(column(page).getByRole('region', { name: 'Description' })).toBeVisible()
  await page.context().setOffline(false)
})
