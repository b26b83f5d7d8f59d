import { expect, type Page, test } from '@playwright/test'
import { askDatabase } from './helpers/ask-database.ts'
import { oneDesk } from './helpers/one-desk.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { openReportOf, signBeside } from './helpers/report-desk.ts'
import { editorOf, openReport, write } from './helpers/report-editor.ts'
import { type RunningServer, startServer } from './helpers/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const reader = oneDesk(() => server, DEMO_SIGN_IN.senior)

const column = (page: Page) =>
  page.getByRole('complementary', { name: 'Comments, documents, history and priors' })
const list = (page: Page) => page.getByRole('list', { name: /^Former studies of the patient/ })

/** Gives the study a former one of the same patient, half a year before it; returns its id. */
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

test('a prior stands beside the text, its difference is marked and its date inserted; without the network too', async () => {
  const page = reader()
  const { studyId, address } = await openReportOf(page, server.url)
  const former = await putFormer(studyId)
  await signBeside(page, server.url, former)

  await openReport(page, server.url, studyId)
  await write(page, 'Signed at this desk.')
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
  await expect(editorOf(page)).toContainText('Compared with CT Former examination of 12 Mar 2026.')

  // A study that nobody opened since: what the device brought by itself is there without the network.
  await page.goto(`${server.url}/worklist1`)
  const kept = () =>
    page.evaluate(async () => {
      const name =
        (await indexedDB.databases()).find((one) => one.name?.startsWith('readroom-cache-'))?.name ?? ''
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const counting = database.transaction('priors').objectStore('priors').count()
      const count = await new Promise<number>(
        (resolve) => (counting.onsuccess = () => resolve(counting.result)),
      )
      database.close()
      return count
    })
  await expect.poll(kept, { timeout: 15_000 }).toBeGreaterThan(1)
  await page.context().setOffline(true)
  await page.goto(address)
  await expect(editorOf(page)).toBeVisible()
  await page.keyboard.press('Alt+4')
  await list(page)
    .getByRole('button', { name: /12 Mar 2026/ })
    .click()
  await expect(column(page).getByText('Signed at the other desk.')).toBeVisible()
  await page.context().setOffline(false)
})
