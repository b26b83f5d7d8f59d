import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { askDatabase } from './helpers/ask-database.ts'
import { bookWalkIn, closeReceipt, openDesk, payInTwoWays, type WalkIn } from './helpers/desk-visit.ts'
import { expectDrained } from './helpers/device-store.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/running-server.ts'

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'readroom-walk-in-'))
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What the server has of the walk-in. */
interface StoredWalkIn {
  pat_id: string
  visit_no: string
  payment_status: string
  net: number
  received: number
  status: number
  receipts: string[]
  printed: string[]
  modes: string[]
}

const RAMESH: WalkIn = {
  first: 'Ramesh',
  last: 'Walkin',
  mobile: '9822233344',
  gender: 'Male',
  age: 52,
  service: 'X-Ray Chest PA',
  cash: '150',
}

/** From "new patient" to the printed receipt the desk may ask for so many clicks, fields and keys (issue E "Figures"). */
const INPUTS_MAX = 25

test('a walk-in is registered, booked, paid in two ways, printed and started while the line is down; every number comes with the line', async () => {
  const { desk, page } = await openDesk(join(folder, 'desk'), server.url, DEMO_SIGN_IN.desk)
  await desk.setOffline(true)

  let inputs = 0
  const step = async (act: Promise<unknown>) => {
    inputs += 1
    await act
  }
  const panel = await bookWalkIn(page, RAMESH, step)
  const receipt = await payInTwoWays(page, panel, RAMESH.cash, step)
  expect(inputs).toBeLessThanOrEqual(INPUTS_MAX)
  console.log(`from new patient to the printed receipt: ${inputs} inputs`)
  await closeReceipt(receipt)
  await expect(panel.getByText('In Progress').or(panel.getByText('Ready to Scan')).first()).toBeVisible()

  await desk.setOffline(false)
  await expectDrained(page, 40_000)
  const rows = await askDatabase<StoredWalkIn>(
    server,
    `select p.pat_id, v.visit_no, v.payment_status, v.net_charges::float as net, v.received::float as received,
       v.status, array_agg(r.receipt_no order by r.receipt_no) as receipts,
       array_agg(r.provisional_no order by r.receipt_no) as printed, array_agg(r.mode order by r.receipt_no) as modes
     from visit v join patient p on p.id = v.patient_id join receipt r on r.visit_id = v.id
     where p.lname = 'Walkin' group by p.pat_id, v.client_id, v.id`,
  )
  expect(rows).toHaveLength(1)
  const [visit] = rows
  if (!visit) throw new Error('the walk-in is not on the server')
  expect(visit).toMatchObject({
    pat_id: expect.stringMatching(/\d/),
    visit_no: expect.stringMatching(/^V\d+$/),
    payment_status: 'Paid',
    modes: ['Cash', 'GPay'],
  })
  expect(visit.received).toBe(visit.net)
  const [first, second] = visit.receipts.map((no) => Number(no.replace(/\D/g, '')))
  expect(second).toBe((first ?? 0) + 1)
  for (const printed of visit.printed) expect(printed).not.toBe('')
  // The paper's record on this device says the final numbers too.
  for (const no of visit.receipts) await expect(panel.getByText(no).first()).toBeVisible()
  await desk.close()
})
