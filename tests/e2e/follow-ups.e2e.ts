import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { openReportOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { signOffline, typeReport } from './helpers/report-editor.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())
const reader = onePage(() => server, DEMO_SIGN_IN.senior)

/** Books the examination for the patient of the study, as another desk does. */
async function book(studyId: string): Promise<string> {
  const [visit] = await askDatabase<{ id: string }>(
    server,
    `insert into visit (client_id, id, visit_no, patient_id, branch_id, start_dt)
     select s.client_id, gen_random_uuid(), gen_random_uuid()::text, p.id, s.branch_id, now() + interval '25 days'
     from study s join patient p on p.client_id = s.client_id and p.id = s.patient_id where s.id = $1 returning id`,
    [studyId],
  )
  await askDatabase(
    server,
    `insert into visit_service (client_id, id, visit_id, name, modality, start_dt)
     select client_id, gen_random_uuid(), id, 'MRI Knee', 'MR', start_dt from visit where id = $1`,
    [visit?.id],
  )
  return visit?.id ?? ''
}

/** Links the study to a patient of the client. */
const linkToPatient = (studyId: string) =>
  askDatabase(
    server,
    `update study s set patient_id = (select id from patient p where p.client_id = s.client_id and p.hidden is null order by id limit 1)
     where s.id = $1 and s.patient_id is null`,
    [studyId],
  )

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: 'MRI knee' })
const showState = (page: Page, state: string) =>
  page.getByRole('combobox', { name: 'State' }).selectOption(state)

test('a follow-up is set with one key while signing offline, appears in the list, and a booking closes it', async () => {
  const page = reader()
  const { studyId } = await openReportOf(page, server.url)
  await linkToPatient(studyId)
  await goOffline(page.context())
  await typeReport(page, 'Small meniscal tear.')
  await page.keyboard.press('Alt+3')
  await expect(page.getByRole('textbox', { name: 'Recommendation' })).toBeFocused()
  await page.keyboard.type('MRI knee in 4 weeks.')
  const proposals = page.getByRole('list', { name: 'Follow-ups in the Recommendation' })
  await expect(proposals).toContainText('Follow-up? MRI knee due')
  await page.keyboard.press('Alt+6')
  await expect(proposals).toContainText('Goes with your signature')
  await signOffline(page)
  await expect(proposals).toContainText('Follow-up set')
  const kept = () => askDatabase(server, 'select what, rev from follow_up where study_id = $1', [studyId])
  expect(await kept()).toEqual([])

  await page.context().setOffline(false)
  await expect.poll(kept).toEqual([{ what: 'MRI knee', rev: 1 }])
  await openScreen(page, `${server.url}/follow-ups`)
  await expect(rowOf(page)).toContainText('after 4 weeks')
  await expectAccessible(page)

  const visit = await book(studyId)
  await page.reload()
  await expect(page.getByText('No follow-up here.')).toBeVisible()
  await showState(page, 'Booked')
  await expect(rowOf(page)).toContainText('Booked')

  await askDatabase(server, 'update visit set status = 12 where id = $1', [visit])
  await showState(page, 'Open')
  await expect(rowOf(page)).toBeVisible()
  await rowOf(page).hover()
  await page.getByRole('button', { name: 'Actions of MRI knee' }).click()
  await page.getByRole('menuitem', { name: 'Close with a reason' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Why?' }).click()
  await page.getByRole('option', { name: 'Patient declined' }).click()
  await dialog.getByRole('button', { name: 'Close with a reason' }).click()
  await expect(page.getByText('No follow-up here.')).toBeVisible()
  await showState(page, 'Closed')
  await expect(rowOf(page)).toContainText('Patient declined')

  // A follow-up that the report does not ask for, in the doctor's words, by keys only and offline.
  await openScreen(page, `${server.url}/report/${studyId}`)
  await expect(proposals).toContainText('Follow-up closed')
  await goOffline(page.context())
  await page.keyboard.press('Alt+8')
  await expect(page.getByRole('textbox', { name: 'Examination' })).toBeFocused()
  await page.keyboard.type('USG abdomen, gall bladder polyp')
  await page.keyboard.press('Tab')
  await page.keyboard.type('6')
  await expect(page.getByText(/^Answered by Ultrasound abdomen, due/)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(proposals).toContainText('Follow-up set USG abdomen, gall bladder polyp')
  await page.context().setOffline(false)
  const own = () =>
    askDatabase(server, `select what, after, words from follow_up where study_id = $1 and modality = 'US'`, [
      studyId,
    ])
  await expect.poll(own).toEqual([{ what: 'USG abdomen, gall bladder polyp', after: '6 months', words: '' }])
})
