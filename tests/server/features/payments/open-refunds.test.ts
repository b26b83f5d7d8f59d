import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, cash, KOTHRUD, pay, payLater, putVisit, refund } from './money-fixture.ts'

let server: DemoServer
let desk: ApiUser
let admin: ApiUser

beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('desk.andheri')
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const listed = async (who: ApiUser, branch_id?: string) =>
  (await who.get(`${PHP}appt/openRefunds`, branch_id ? { branch_id } : {})).body.result.visits as {
    id: string
    to_refund: number
    to_return: number
  }[]
const entryOf = async (id: string, branch?: string) => {
  const { to_refund, to_return } = (await listed(desk, branch)).find((one) => one.id === id) ?? {}
  return to_refund === undefined ? undefined : [to_refund, to_return]
}
const cancel = (appt_id: string) =>
  desk.post(`${PHP}appt/cancelAppointment`, { appt_id, reason: 'Has fever' })

test('a cancelled visit with money is in the list until all of it is refunded', async () => {
  const visit = await putVisit(server)
  await pay(desk, visit, cash(700))
  expect(await entryOf(visit)).toBeUndefined()
  expect((await cancel(visit)).status).toBe(200)
  expect(await entryOf(visit, ANDHERI)).toEqual([700, 0])
  await refund(desk, visit, cash(300))
  expect(await entryOf(visit)).toEqual([400, 0])
  await refund(desk, visit, cash(400))
  expect(await entryOf(visit)).toBeUndefined()
})

test('the patient’s side and the scheme’s are never offset against each other', async () => {
  const visit = await putVisit(server)
  await pay(desk, visit, cash(1000))
  // A scheme is chosen after the patient paid everything: the scheme then owes the patient's excess.
  await askAdmin(server, 'update visit set patient_share = 40 where id = $1', [visit])
  expect(await entryOf(visit)).toEqual([600, 0])
  await askAdmin(server, 'update visit set received = 1600, settled = 600, net_charges = 0 where id = $1', [
    visit,
  ])
  expect(await entryOf(visit)).toEqual([1000, 600])
})

test('money over the balance is also in the list, a rounded share is not', async () => {
  const visit = await putVisit(server)
  await payLater(desk, visit, cash(1000.5))
  expect(await entryOf(visit)).toEqual([0.5, 0])
  const odd = await putVisit(server, { net: 100.01, share: 33.33 })
  await pay(desk, odd, cash(33.33))
  expect(await entryOf(odd)).toBeUndefined()
})

test('another branch and another client are not listed', async () => {
  const visit = await putVisit(server, { branch: KOTHRUD })
  await pay(admin, visit, cash(500))
  await askAdmin(server, 'update visit set net_charges = 0 where id = $1', [visit])
  expect((await listed(admin)).map(({ id }) => id)).toContain(visit)
  expect((await listed(desk)).map(({ id }) => id)).not.toContain(visit)
  expect((await desk.get(`${PHP}appt/openRefunds`, { branch_id: KOTHRUD })).status).toBe(404)
  const stranger = await server.signIn('admin.alnoor')
  expect((await listed(stranger)).map(({ id }) => id)).not.toContain(visit)
  expect((await stranger.get(`${PHP}appt/openRefunds`, { branch_id: ANDHERI })).status).toBe(404)
})

test('a branch with a hundred thousand visits is not read completely', async () => {
  const rows = await askAdmin<Record<string, string>>(
    server,
    `explain select v.id from visit v where v.client_id = $1 and v.branch_id = $2
       and (v.received - v.refunded - v.settled > v.net_charges * v.patient_share / 100
         or v.settled > v.net_charges * (100 - v.patient_share) / 100)`,
    [CLIENT, ANDHERI],
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('visit_overpaid')
})
