import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { FORM_F_NAMES } from '#domain/pndt/form-f.ts'
import { FORM_WORDS } from '#src/parts/consent-form/words.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { downloadOf } from './helpers/browser/download-of.ts'
import { bookWalkIn, openDesk } from './helpers/desk-visit.ts'
import { freeMachine, openAllDay } from './helpers/open-all-day.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const DOCTOR = 'Dr Anjali Mehta, MMC 12345'
const WORDS = FORM_WORDS.en

let server: RunningServer
let desk: BrowserContext
let page: Page
test.beforeAll(async () => {
  server = await startServer()
  await openAllDay(server)
  await freeMachine(server, 'Ultrasound 1')
  await askDatabase(server, `update machine set pndt_registration_no = 'USG-77' where name = 'Ultrasound 1'`)
  await switchOn()
})
test.beforeAll(async ({ browser }) => {
  ;({ desk, page } = await openDesk(browser, server.url, DEMO_SIGN_IN.desk))
})
test.afterAll(async () => {
  await desk?.close()
  await server?.stop()
})

/** Saves the branch as the administrator does, which creates the forms. */
async function switchOn(): Promise<void> {
  const call = async (path: string, body: object | undefined, token = '') => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = (await answer.json()) as { token: string; result: { name: string; id: string }[] }
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`)
    return said
  }
  const who = { username: DEMO_SIGN_IN.admin, password: DEMO_SIGN_IN.password }
  const { token } = await call('auth/login', who)
  const { result } = await call('branch/list/ALL', undefined, token)
  const stored = result.find(({ name }) => name.includes('Andheri')) as Record<string, unknown> | undefined
  if (!stored) throw new Error('there is no branch Andheri')
  const { id, rev, name, pacs_id, time_zone, status } = stored
  const pndt = { pndt_applies: 1, pndt_registration_no: 'MH/MUM/2019/1234', pndt_doctors: DOCTOR }
  await call('branch/save', { id, rev, name, pacs_id, time_zone, status, ...pndt }, token)
}

const forms = () => page.getByRole('dialog', { name: /^Consent Forms/ })

/** Opens a part of the form in full screen. */
async function openPart(name: string): Promise<Locator> {
  await forms()
    .getByRole('tab', { name: new RegExp(name.replace(/[()]/g, '\\$&')) })
    .click()
  await forms().getByRole('button', { name: 'Fill Screening Form' }).click()
  await page.getByRole('button', { name: 'Fill in here together' }).click()
  const part = page.getByRole('dialog', { name })
  await expect(part.getByRole('button', { name: WORDS.submit })).toBeVisible()
  return part
}

async function signAndSend(part: Locator): Promise<void> {
  const pad = part.getByRole('img', { name: WORDS.signature(false) })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('there is no pad')
  await page.mouse.move(box.x + 40, box.y + 110)
  await page.mouse.down()
  for (let at = 1; at < 20; at += 1)
    await page.mouse.move(box.x + 40 + at * 10, box.y + 110 + Math.sin(at) * 40)
  await page.mouse.up()
  await part.getByRole('button', { name: WORDS.submit }).click()
  await expect(part).toHaveCount(0)
}

test('an obstetric ultrasound is booked, refused, and started offline once both parts are signed', async () => {
  test.setTimeout(150_000)
  const panel = await bookWalkIn(page, {
    first: 'Sunita',
    last: 'Kelkar',
    mobile: '9820011223',
    gender: 'Female',
    age: 27,
    service: 'USG Obstetric Anomaly Scan',
    cash: '2800',
  })
  await expect(page.getByText(/Form F is not complete/).first()).toBeVisible()
  const start = panel.getByRole('button', { name: 'Start Visit' })
  await expect(start).toBeVisible()
  await expect(panel.getByText(/^On server/)).toBeVisible()
  await goOffline(desk)
  await start.click()
  await expect(panel.getByText(/The pregnant woman’s part is not filled and signed/)).toBeVisible()

  await panel.getByRole('button', { name: 'Consent Forms' }).click()
  await forms()
    .getByRole('tab', { name: /Form F .* 1/ })
    .click()
  await expect(forms().getByText(/have this form checked by your lawyer/)).toBeVisible()
  await expect(forms().getByRole('button', { name: 'Make link' })).toHaveCount(0)
  const woman = await openPart(FORM_F_NAMES.woman)
  await expect(woman.getByLabel(/^Age in years/)).toHaveValue('27')
  await woman.getByRole('button', { name: WORDS.submit }).click()
  await expect(woman.getByText('Enter the LMP date above, or the weeks of pregnancy.')).toBeVisible()
  for (const [label, text] of [
    [/^Number of living sons/, '0'],
    [/^Number of living daughters/, '1 (3 years)'],
    [/^Husband/, 'Rakesh Kelkar'],
    [/^Full postal address/, '12 Hill Road, Mumbai'],
    [/^Weeks of pregnancy/, '20'],
  ] as const)
    await woman.getByLabel(label).fill(text)
  await woman.getByRole('radio', { name: 'I declare this' }).check()
  await expectAccessible(page)
  await signAndSend(woman)

  const doctor = await openPart(FORM_F_NAMES.doctor)
  await doctor.getByRole('radio', { name: /^Doctor or Genetic/ }).check()
  await doctor.getByLabel(/^Full name and address/).fill('Dr Sheth, Andheri')
  await doctor.getByRole('checkbox', { name: /^ii\. Estimation/ }).check()
  await doctor.getByRole('radio', { name: 'I declare this' }).check()
  await doctor.getByRole('radio', { name: DOCTOR }).check()
  await signAndSend(doctor)
  await forms().getByRole('button', { name: 'Close consent forms' }).click()
  await start.click()
  await expect(panel.getByText('Ready to Scan').first()).toBeVisible()

  await desk.setOffline(false)
  const stored = () =>
    askDatabase<{ started: boolean; parts: number }>(
      server,
      `select v.started_on is not null as started, count(c.id)::int as parts from visit v
       join patient p on p.client_id = v.client_id and p.id = v.patient_id
       left join patient_consent c on c.client_id = v.client_id and c.visit_id = v.id
       where p.lname = 'Kelkar' and p.mobile = '9820011223' group by v.id, v.started_on`,
    )
  await expect.poll(stored, { timeout: 30_000 }).toEqual([{ started: true, parts: 2 }])
})

test('the register lists the ultrasound and its missing entries, and exports to PDF and Excel', async () => {
  await openScreen(page, `${server.url}/form-f`)
  const branch = page.getByRole('combobox', { name: 'Branch' })
  if (!(await branch.inputValue()).includes('Andheri')) {
    await branch.click()
    await page.getByRole('option', { name: /Andheri/ }).click()
  }
  const row = page.getByRole('row').filter({ hasText: 'Sunita Kelkar' })
  await expect(row).toContainText(DOCTOR)
  await expect(row).toContainText('The result is not written and signed.')
  await expect(row).not.toContainText('part is not filled')
  await expectAccessible(page)
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel' }).click(),
  ])
  expect(sheet.suggestedFilename()).toMatch(/^Form F register \d{4}-\d\d\.xlsx$/)
  await page.getByRole('button', { name: 'PDF' }).click()
  const paper = page.getByRole('dialog', { name: 'Form F register' })
  const pdf = await downloadOf(page, paper)
  expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
})
