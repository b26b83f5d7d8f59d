import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { personId } from '../reports/report-fixture.ts'
import { ANDHERI, department, post, serviceId } from './catalogue-fixture.ts'

let server: DemoServer
/** Rupees have two decimals, dinars three. */
let rupees: ApiUser
let dinars: ApiUser
beforeAll(async () => {
  server = await openDemo()
  rupees = await server.signIn('admin.sanjeevani')
  dinars = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())

const TWO = 'has at most 2 decimals'
const THREE = 'has at most 3 decimals'

async function saveService(desk: ApiUser, change: object) {
  const service = {
    id: randomUUID(),
    department_id: (await department(desk, 'CT')).id,
    name: `Service ${randomUUID()}`,
    type: 'Exam_Service',
    charges: 1,
    tat: 90,
    is_outsourced: 0,
    status: 1,
    ...change,
  }
  return post(desk, 'master/saveService', service)
}

test('a price has the decimals of the client’s currency, and excess decimals are refused, not rounded', async () => {
  expect((await saveService(rupees, { charges: 12.34 })).body.result.charges).toBe(12.34)
  expect((await saveService(rupees, { charges: 12.345 })).body.fields).toEqual({ charges: TWO })
  expect((await saveService(dinars, { charges: 12.345 })).body.result.charges).toBe(12.345)
  expect((await saveService(dinars, { charges: 12.3456 })).body.fields).toEqual({ charges: THREE })
})

test('the same applies to each price of a branch', async () => {
  const refused = await saveService(rupees, {
    branches: { [ANDHERI]: 0.001 },
    branch_charges: { [ANDHERI]: 1.5 },
  })
  expect(refused.body.fields).toEqual({ branches: TWO })
})

test('a referral charge is an amount or a percentage, which has two decimals in every currency', async () => {
  const flat = { default_refdr_charges_type: 'Flat' }
  expect((await saveService(dinars, { ...flat, default_refdr_charges: 1.234 })).status).toBe(200)
  expect((await saveService(dinars, { default_refdr_charges: 1.234 })).body.fields).toEqual({
    default_refdr_charges: TWO,
  })
  expect((await saveService(rupees, { ...flat, default_refdr_charges: 1.234 })).body.fields).toEqual({
    default_refdr_charges: TWO,
  })
})

test('an older price with more decimals does not prevent another change', async () => {
  const name = `Old ${randomUUID()}`
  const { body } = await saveService(rupees, { name })
  await askAdmin(server, 'update service set charges = 12.345 where id = $1', [body.result.id])
  const { id, rev } = body.result as { id: string; rev: number }
  const renamed = await saveService(rupees, { id, rev, name: `${name} x`, charges: 12.345 })
  expect([renamed.status, renamed.body.result.charges]).toEqual([200, 12.345])
})

test('department charges, a package’s services and a referrer’s rates follow the same rule', async () => {
  const { id, rev } = await department(rupees, 'CT')
  const info = { id, rev, charges: 1.005, tat: 300, slot_duration: 25, branch_charges: { [ANDHERI]: 2.001 } }
  expect((await post(rupees, 'master/saveDepartmentClientInfo', info)).body.fields).toEqual({
    charges: TWO,
    branch_charges: TWO,
  })
  const services = [{ service_id: serviceId('XR-CHPA'), charges: 300.123 }]
  const pack = { id: randomUUID(), name: `Pack ${randomUUID()}`, status: 1, services }
  expect((await post(rupees, 'master/savePackage', pack)).body.fields).toEqual({
    services: `have a price that ${TWO}`,
  })
  const rate = {
    branch_id: ANDHERI,
    service_id: serviceId('CT-BRN'),
    charges: 12.5,
    charges_type: 'Flat',
    service_charges: null,
  }
  const saveRates = (row: object) =>
    post(rupees, 'master/saveRefDrCommServiceWise', {
      ref_dr_id: personId('ref.bhat'),
      hospital_id: '0',
      rows: [row],
    })
  for (const wrong of [
    { charges: 12.345 },
    { service_charges: 12.345 },
    { charges: 1.234, charges_type: 'Percent' },
  ])
    expect((await saveRates({ ...rate, ...wrong })).body.fields).toEqual({
      rows: `have an amount that ${TWO}`,
    })
  expect((await saveRates(rate)).status).toBe(200)
})

test.each([
  ['a referrer’s department', 'master/saveRefDrCommDepartemntWise', 'rows.0.charges_per'],
  ['a discount head', 'master/saveDiscountHead', 'percent'],
  ['a referral scheme', 'master/saveRefDrScheme', 'patient_share'],
])('a percentage of %s is refused beyond two decimals, not rounded', async (_, path, field) => {
  const { id: department_id } = await department(rupees, 'CT')
  const save = (percent: number) => {
    const rows = [{ branch_id: ANDHERI, department_id, charges_per: percent }]
    const rates = { ref_dr_id: personId('ref.bhat'), hospital_id: '0', rows }
    const record = { id: randomUUID(), name: `Percent ${randomUUID()}`, status: 1 }
    const name = field.split('.').at(-1) ?? field
    return post(rupees, path, name === 'charges_per' ? rates : { ...record, [name]: percent })
  }
  const refused = await save(12.345)
  expect([refused.status, refused.body.fields]).toEqual([400, { [field]: TWO }])
  expect((await save(12.34)).status).toBe(200)
})

test('a branch’s fixed price follows the same rule', async () => {
  const [branch] = await askAdmin<{ id: string; rev: number }>(
    server,
    'select id, rev from branch where id = $1',
    [ANDHERI],
  )
  const settings = { ...branch, charges_type: 'Department', tat_type: 'Department', fixed_price: 10.125 }
  const { body } = await rupees.post('branch/saveSettings', settings)
  expect(body.fields).toMatchObject({ fixed_price: TWO })
})
