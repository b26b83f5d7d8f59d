import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT, cash, pay, putVisit } from './money-fixture.ts'

let server: DemoServer
/** May refund, but may not pay out an insurer's money. */
let desk: ApiUser
let admin: ApiUser
let schemes: string[]

beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('desk.andheri')
  admin = await server.signIn('admin.sanjeevani')
  const rows = await askAdmin<{ id: string }>(
    server,
    'select id from payment_type_scheme where client_id = $1 and active and hidden is null order by id limit 2',
    [CLIENT],
  )
  schemes = rows.map(({ id }) => id)
})
afterAll(() => server.close())

const give = (who: ApiUser, appt_id: string, rows: object[], more: object = { reason: 'Did not come.' }) =>
  who.post(`${PHP}appt/createRefunds`, {
    appt_id,
    refunds: rows.map((row) => ({ id: mintId(), ...row })),
    ...more,
  })
const insurance = (amount: number, pay_scheme_id = schemes[0]) => ({
  mode: 'Insurance',
  amount,
  pay_scheme_id,
})

/** Inserts a visit that was paid with 600 by an insurer and 400 in cash. */
async function insured(): Promise<string> {
  const visit = await putVisit(server)
  expect((await pay(desk, visit, insurance(600), cash(400))).status).toBe(200)
  return visit
}

test('a refund requires a reason, for the action or in the remarks of each mode', async () => {
  const visit = await insured()
  expect((await give(desk, visit, [cash(10)], {})).body.code).toBe('reason_needed')
  expect((await give(desk, visit, [cash(10)], { reason: '  ' })).body.code).toBe('reason_needed')
  const both = [
    { ...cash(10), remarks: 'Paid twice' },
    { mode: 'GPay', amount: 5 },
  ]
  expect((await give(desk, visit, both, {})).body.code).toBe('reason_needed')
  const done = await give(desk, visit, both, { reason: 'Wrong patient' })
  expect(done.body.result.refunds).toMatchObject([{ reason: 'Wrong patient' }, { reason: 'Wrong patient' }])
  const single = await desk.post(`${PHP}appt/createRefund`, {
    appt_id: visit,
    ...cash(5),
    remarks: 'Rounded',
  })
  expect(single.body.result.refunds).toMatchObject([{ reason: 'Rounded', remarks: 'Rounded' }])
})

test('an insurer’s payment is refunded to the insurer, and is not cash of the drawer', async () => {
  const visit = await insured()
  const out = await give(desk, visit, [cash(401)])
  expect([out.status, out.body.code]).toEqual([422, 'not_permitted'])
  expect(out.body.message).toBe('This was paid by insurance and goes back to the insurer.')
  const done = await give(desk, visit, [{ mode: 'Insurance', amount: 600 }, cash(400)])
  expect(done.body.result.refunds).toMatchObject([
    { mode: 'Insurance', pay_scheme_id: schemes[0] },
    { mode: 'Cash' },
  ])
  expect(done.body.result.refunds[0].payment_type_scheme).not.toBe('')
  expect(done.body.result.visit).toMatchObject({ paid: 0, refunded: 1000 })
})

test('a user with the right to refund insurance as cash pays it out', async () => {
  expect((await give(admin, await insured(), [cash(1000)])).status).toBe(200)
})

test('an insurer gets back at most what it paid, and of two insurers the right one gets it', async () => {
  const visit = await putVisit(server)
  await pay(desk, visit, insurance(300))
  await pay(desk, visit, insurance(200, schemes[1]))
  const [field] = ['refunds.0.amount']
  const over = await give(desk, visit, [insurance(301)])
  expect([over.status, Object.keys(over.body.fields)]).toEqual([400, [field]])
  const unnamed = await give(desk, visit, [{ mode: 'Insurance', amount: 100 }])
  expect(Object.keys(unnamed.body.fields)).toEqual(['refunds.0.pay_scheme_id'])
  expect((await give(desk, visit, [insurance(200, schemes[1])])).status).toBe(200)
  expect((await give(desk, visit, [insurance(1, schemes[1])])).status).toBe(400)
  expect((await give(desk, visit, [insurance(300)])).status).toBe(200)
})

test('an Insurance refund goes to an insurer even if the mode is now hidden', async () => {
  const visit = await insured()
  const hide = (modes: string) =>
    askAdmin(server, 'update client_setting set hidden_payment_modes = $2::text[] where client_id = $1', [
      CLIENT,
      modes,
    ])
  await hide('{Insurance}')
  expect((await give(desk, visit, [insurance(600)])).status).toBe(200)
  await hide('{}')
})
