import { expect, test } from '@playwright/test'
import { expectDrained, waitingOn } from './helpers/browser/device-store.ts'
import { bookWalkIn, closeReceipt, openDesk, type WalkIn } from './helpers/desk-visit.ts'
import { openAllDay } from './helpers/open-all-day.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
  await openAllDay(server)
})
test.afterAll(async () => {
  await server?.stop()
})
test.describe.configure({ timeout: 180_000 })

const HOUR_MS = 3_600_000
/** Longer than anybody waits at a form. */
const ANSWER_MS = 9_000

const PEOPLE: readonly WalkIn[] = [
  ['Slowline', '9822277701'],
  ['Latehour', '9822277702'],
].map(([last = '', mobile = '']) => ({
  first: 'Meena',
  last,
  mobile,
  gender: 'Female',
  age: 41,
  service: 'X-Ray Chest PA',
  cash: '',
}))

interface StoredVisit {
  status: number
  flags: string[]
  services: number
  received: number
  net: number
  hours_off: number
}

const visitOf = async (last: string) => {
  const [row] = await askDatabase<StoredVisit>(
    server,
    `select v.status, v.flags, v.received::float, v.net_charges::float as net,
       (select count(*)::int from visit_service s where s.client_id = v.client_id and s.visit_id = v.id) as services,
       round(extract(epoch from now() - r.taken_on) / 3600)::int as hours_off
     from visit v join patient p on p.client_id = v.client_id and p.id = v.patient_id
     left join receipt r on r.client_id = v.client_id and r.visit_id = v.id where p.lname = $1`,
    [last],
  )
  return row
}

test('a desk whose clock is an hour behind books, starts and takes payments over a network with nine seconds of delay', async ({
  browser,
}) => {
  const { desk, page } = await openDesk(browser, server.url, DEMO_SIGN_IN.desk, -HOUR_MS)
  expect(await page.evaluate(() => Date.now())).toBeLessThan(Date.now() - HOUR_MS / 2)
  // Requests arrive at once; responses are delayed.
  await desk.route(/\/(sync\/commands|appt\/createReceipts)$/, async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    await route.fulfill({ response }).catch(() => undefined)
  })
  const kept: number[] = []
  for (const person of PEOPLE) {
    const panel = await bookWalkIn(page, person)
    await expect(panel).toBeVisible({ timeout: 40_000 })
    await panel.getByRole('button', { name: 'Record Payment' }).click()
    const cash = page.getByLabel('Amount, Cash')
    await expect(cash).not.toHaveValue('')
    kept.push(Number((await cash.inputValue()).replaceAll(',', '')))
    await page.keyboard.press('Enter')
    const receipt = page.getByRole('dialog', { name: 'Receipt Detail' })
    await expect(receipt).toBeVisible({ timeout: 40_000 })
    await closeReceipt(receipt)
    await panel.getByRole('button', { name: 'Back' }).click()
  }
  await expectDrained(page, 90_000)
  expect(await waitingOn(page)).toEqual([])
  const visits = await Promise.all(PEOPLE.map(({ last }) => visitOf(last)))
  for (const visit of visits) {
    expect(visit).toMatchObject({ services: 1, hours_off: 0 })
    expect(visit?.status, 'it was started').toBeGreaterThanOrEqual(4)
    expect(visit?.flags.filter((flag) => flag !== 'needs_slot')).toEqual([])
  }
  expect(kept.every((amount) => amount > 0)).toBe(true)
  expect(visits.map((visit) => visit?.received)).toEqual(kept)
  await desk.close()
})
