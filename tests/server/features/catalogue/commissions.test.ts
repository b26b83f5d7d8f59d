import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { personId } from '../reports/report-fixture.ts'
import { ANDHERI, department, get, KOTHRUD, post, serviceId } from './catalogue-fixture.ts'

const BHAT = personId('ref.bhat')
const LILAVATI = personId('ref.lilavati')

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const serviceRates = async (hospital = '0') =>
  (await get(admin, `master/getRefDrCommServiceWise/${BHAT}/${hospital}`)).body.result
const saveServices = (rows: object[], hospital_id = '0', desk = admin) =>
  post(desk, 'master/saveRefDrCommServiceWise', { ref_dr_id: BHAT, hospital_id, rows })
const rate = (code: string, change: object = {}) => ({
  branch_id: ANDHERI,
  service_id: serviceId(code),
  charges: 12.5,
  charges_type: 'Percent',
  service_charges: null,
  ...change,
})

test('a doctor’s rates with a hospital and without one are separate', async () => {
  expect((await saveServices([rate('CT-BRN')])).body.message).toBe('Saved')
  expect(
    (await saveServices([rate('CT-BRN', { charges: 400, charges_type: 'Flat' })], LILAVATI)).status,
  ).toBe(200)
  expect(await serviceRates()).toMatchObject([{ charges: 12.5, charges_type: 'Percent', rev: 1 }])
  expect(await serviceRates(LILAVATI)).toMatchObject([{ charges: 400, charges_type: 'Flat' }])
})

test('only changed rates get a new revision; two empty amounts remove the rate', async () => {
  await saveServices([
    rate('MR-BRN'),
    rate('MR-KNEE', { branch_id: KOTHRUD, charges: null, service_charges: 6000 }),
  ])
  const before = await serviceRates()
  const revOf = (rows: { service_id: string; rev: number }[], code: string) =>
    rows.find(({ service_id }) => service_id === serviceId(code))?.rev
  await saveServices([rate('MR-BRN', { rev: 1, charges: 20 })])
  const after = await serviceRates()
  expect([revOf(after, 'MR-BRN'), revOf(after, 'MR-KNEE')]).toEqual([2, revOf(before, 'MR-KNEE')])
  await saveServices([rate('MR-BRN', { rev: 2, charges: null })])
  expect(revOf(await serviceRates(), 'MR-BRN')).toBeUndefined()
})

test('a rate changed in the meantime is a conflict, and no row is written', async () => {
  await saveServices([rate('US-KUB')])
  const late = await saveServices([rate('US-KUB', { charges: 30 }), rate('US-THYR')])
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.current).toContainEqual(expect.objectContaining({ charges: 12.5 }))
  const known = (await serviceRates()).map(({ service_id }: { service_id: string }) => service_id)
  expect(known).not.toContain(serviceId('US-THYR'))
  // The same row sent once more returns the stored row.
  expect((await saveServices([rate('US-KUB')])).status).toBe(200)
})

test('departments have percentages, and a service of a department with a rate cannot be deleted, with that reason', async () => {
  const { id } = await department(admin, 'CT')
  const row = { branch_id: ANDHERI, department_id: id, charges_per: 15.25 }
  const save = (rows: object[]) =>
    post(admin, 'master/saveRefDrCommDepartemntWise', { ref_dr_id: BHAT, hospital_id: '0', rows })
  expect((await save([row])).body.result).toEqual([{ ...row, rev: 1 }])
  expect((await save([{ ...row, rev: 1, charges_per: 101 }])).status).toBe(400)
  expect((await save([{ ...row, rev: 1, charges_per: null }])).body.result).toEqual([])
  await saveServices([rate('DX-OPG')])
  const used = await post(admin, 'master/deleteService', { id: serviceId('DX-OPG') })
  expect(used.body.message).toBe('This service is in use: 1 referral commission.')
})

test('rates are for users who manage referrers, for referrers of their own client and existing services', async () => {
  const reception = await server.signIn('reception.andheri')
  expect((await saveServices([rate('CT-BRN')], '0', reception)).body.code).toBe('not_permitted')
  const other = await server.signIn('admin.alnoor')
  expect((await saveServices([rate('CT-BRN')], '0', other)).status).toBe(404)
  expect((await saveServices([rate('CT-BRN', { service_id: randomUUID() })])).status).toBe(400)
  expect(
    (await saveServices([rate('CT-BRN', { charges: 120, branch_id: KOTHRUD })])).body.fields,
  ).toHaveProperty('rows')
  expect((await get(admin, `master/getRefDrCommServiceWise/${BHAT}/${BHAT}`)).status).toBe(404)
})
