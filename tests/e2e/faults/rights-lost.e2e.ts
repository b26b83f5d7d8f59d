import { expect, type Page, test } from '@playwright/test'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import {
  countCopies,
  expectDrained,
  expectOnDevice,
  expectRefusedAgain,
  expectVisitsOnDevice,
  studiesOn,
  waitingOn,
} from '../helpers/browser/device-store.ts'
import { bookWalkIn, closeReceipt, openDesk, payAsOffered } from '../helpers/desk-visit.ts'
import { ask, expectEachOnce, findReport } from '../helpers/ledger.ts'
import { openAllDay } from '../helpers/open-all-day.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../helpers/people.ts'
import { openReport, saveDraftOffline, typeReport } from '../helpers/report-editor.ts'
import { openProxiedServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'

let system: ProxiedServer
test.beforeAll(async () => {
  system = await openProxiedServer()
  await openAllDay(system.server)
})
test.afterAll(() => system?.close())

// Each test starts a browser; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

const OTHER_DOCTOR = 'dr.khan'
const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id)

/** Gives a study at each of the two branches where the doctor reports. */
async function giveOneAtEach(username: string): Promise<string[]> {
  const rows = await Promise.all(
    [ANDHERI, KOTHRUD].map((branch) =>
      ask<{ id: string }>(
        system.server,
        `update study set assigned_doctor_id = (select id from app_user where username = $1), assigned_on = now(),
           rev = rev + 1
         where id = (select id from study where client_id = $2 and branch_id = $3 and status = 'Pending'
           and assigned_doctor_id is null and hidden is null order by received_datetime desc limit 1)
         returning id`,
        [username, SANJEEVANI.id, branch],
      ),
    ),
  )
  return rows.flat().map(({ id }) => id)
}

/**
 * Sets the doctor's branches and the assignee of the second branch's study: an assigned study stays with its
 * assignee.
 */
async function giveSecond(
  doctor: string,
  { branches, study, to }: { branches: readonly (string | undefined)[]; study: string; to: string },
): Promise<void> {
  await ask(system.server, 'update app_user set branch_ids = $2 where username = $1', [doctor, branches])
  await ask(
    system.server,
    `update study set assigned_doctor_id = (select id from app_user where username = $2), rev = rev + 1 where id = $1`,
    [study, to],
  )
}

/** Returns the copies of other doctors' studies at the second branch: a doctor's own studies stay in any branch. */
async function othersHeld(page: Page, doctor: string): Promise<string[]> {
  const held = [...(await studiesOn(page)).keys()]
  const rows = await ask<{ id: string }>(
    system.server,
    `select s.id from study s join app_user u on u.username = $3
      where s.branch_id = $1 and s.id = any($2) and s.assigned_doctor_id is distinct from u.id
        and s.signed_by_doctor_id is distinct from u.id`,
    [KOTHRUD, held, doctor],
  )
  return rows.map(({ id }) => id)
}

const openCentre = async (page: Page) => {
  await page
    .getByRole('button', { name: /needs? you|^Online|^Offline/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Open Sync centre' }).click()
  await expect(page.getByRole('heading', { name: 'Sync centre' })).toBeVisible()
}
const needsYou = (page: Page) => page.getByRole('region', { name: /^Needs you/ })

test('a doctor loses a branch while drafts for two branches wait: one is filed, the other shows an error and is filed once access returns', async () => {
  const doctor = DEMO_SIGN_IN.senior
  const [here = '', there = ''] = await giveOneAtEach(doctor)
  const browser = await openBrowser(system.profile('doctor'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await signIn(page, system.url, doctor)
  await expectOnDevice(page, [here, there])
  await expect
    .poll(async () => (await othersHeld(page, doctor)).length, 'others of that branch are on the device')
    .toBeGreaterThan(1)
  system.line.set({ kind: 'refuse' })
  for (const [study, text] of [
    [here, 'Stays mine.'],
    [there, 'Of the other branch.'],
  ] as const) {
    await openReport(page, system.url, study)
    await typeReport(page, text)
    await saveDraftOffline(page)
  }
  const [ofHere = '', ofThere = ''] = await waitingOn(page)
  await giveSecond(doctor, { branches: [ANDHERI], study: there, to: OTHER_DOCTOR })
  system.line.set({ kind: 'none' })

  // Not by "needs you", because an untold critical result needs the doctor too.
  await expect
    .poll(() => waitingOn(page), { message: 'one is filed, and nothing is lost', timeout: 30_000 })
    .toEqual([ofThere])
  await expectEachOnce(system.server, [ofHere])
  await expect
    .poll(() => othersHeld(page, doctor), 'only what unsent work is about stays on the device')
    .toEqual([there])
  await openCentre(page)
  await expect(needsYou(page).getByRole('listitem')).toHaveCount(1)

  await test.step('a retry is refused again and loses nothing', async () => {
    await expectRefusedAgain(page, () => needsYou(page).getByRole('button', { name: 'Try again' }).click())
    await expect(needsYou(page).getByRole('listitem')).toHaveCount(1)
    expect(await findReport(system.server, there)).toBeUndefined()
  })
  await giveSecond(doctor, { branches: [ANDHERI, KOTHRUD], study: there, to: doctor })
  await needsYou(page).getByRole('button', { name: 'Try again' }).click()
  await expectDrained(page)
  await expectEachOnce(system.server, [ofHere, ofThere])
  expect((await findReport(system.server, there))?.text).toBe('<p>Of the other branch.</p>')
  await expect
    .poll(async () => (await othersHeld(page, doctor)).length, 'the branch fills again')
    .toBeGreaterThan(1)
  await browser.close()
})

test('a desk loses its rights while a registration, a visit and a payment wait: all are kept, and filed once the rights return', async () => {
  const user = DEMO_SIGN_IN.desk
  const { desk, page } = await openDesk(system.profile('desk'), system.url, user)
  await expectVisitsOnDevice(page)
  system.line.set({ kind: 'refuse' })
  await expect(page.getByRole('button', { name: /^Offline since/ })).toBeVisible()
  const panel = await bookWalkIn(page, {
    first: 'Meena',
    last: 'Rightless',
    mobile: '9822277811',
    gender: 'Female',
    age: 41,
    service: 'X-Ray Chest PA',
    cash: '',
  })
  await closeReceipt(await payAsOffered(page, panel))
  const waiting = await waitingOn(page)
  expect(waiting.length).toBeGreaterThan(2)
  const [role] = await ask<{ id: number; modules: string[] }>(
    system.server,
    'select r.id, r.modules from role r join app_user u on u.client_id = r.client_id and u.role_id = r.id where u.username = $1',
    [user],
  )
  const setModules = (modules: readonly string[]) =>
    ask(system.server, 'update role set modules = $3 where client_id = $1 and id = $2', [
      SANJEEVANI.id,
      role?.id,
      modules,
    ])
  await setModules(['view_archives'])
  system.line.set({ kind: 'none' })
  await expect(
    page.getByRole('heading', { name: 'You are not authorized to access this module.' }),
  ).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => countCopies(page, 'visits'), 'what is no longer theirs to see is gone').toBe(0)
  expect(await countCopies(page, 'patients')).toBe(0)
  expect(await waitingOn(page), 'nothing is lost').toEqual(waiting)
  await openCentre(page)
  const items = needsYou(page).getByRole('listitem')
  await expect(items).toHaveText([/^Register patient/, /^Appointment/, /^Start Visit/, /^Record payment/])
  for (const item of await items.all())
    await expect(item).toContainText('You are not authorized to access this module.')

  await setModules(role?.modules ?? [])
  for (const box of await needsYou(page).getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Try 4 again' }).click()
  await expectDrained(page)
  await expectEachOnce(system.server, waiting)
  const [visit] = await ask<{ status: number; received: number; net: number; flags: string[] }>(
    system.server,
    `select v.status, v.received::float, v.net_charges::float as net, v.flags from visit v
       join patient p on p.client_id = v.client_id and p.id = v.patient_id where p.lname = 'Rightless'`,
  )
  expect(visit?.received).toBeGreaterThan(0)
  expect(visit).toMatchObject({ received: visit?.net, flags: [] })
  expect(visit?.status, 'it was started').toBeGreaterThanOrEqual(4)
  await expectVisitsOnDevice(page)
  await desk.close()
})
