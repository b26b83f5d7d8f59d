import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { ANDHERI, department, get, post, serviceId } from './catalogue-fixture.ts'

let server: DemoServer
let admin: ApiUser
let reception: ApiUser
let other: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  reception = await server.signIn('reception.andheri')
  other = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())

const serviceOf = async (name: string, change: object = {}) => ({
  id: randomUUID(),
  department_id: (await department(admin, 'CT')).id,
  name,
  type: 'Exam_Service',
  charges: 1200.25,
  tat: 90,
  is_outsourced: 0,
  status: 1,
  ...change,
})

test('a laboratory service keeps its tests in order, and a save without them leaves them unchanged', async () => {
  const tests = ['HB', 'WBC'].map((code) => ({ id: randomUUID(), name: `Test ${code}`, code }))
  const laboratory = (await department(admin, 'Laboratory')).id
  const without = await serviceOf('Blood count', { department_id: laboratory })
  const blood = { ...without, lab_services: tests }
  const saved = await post(admin, 'master/saveService', blood)
  expect(saved.body.result.lab_services).toEqual(tests)
  const again = await post(admin, 'master/saveService', {
    ...without,
    charges: 900,
    rev: saved.body.result.rev,
  })
  expect(again.body.result).toMatchObject({ charges: 900, lab_services: tests })
  const twice = { ...blood, id: randomUUID(), name: 'Twice', lab_services: [tests[0], tests[0]] }
  expect((await post(admin, 'master/saveService', twice)).body.fields).toHaveProperty('lab_services')
})

test('a service has charges by branch, and a clinical one has no TAT', async () => {
  const ct = await serviceOf('CT Wrist', { branches: { [ANDHERI]: 1100 } })
  expect((await post(admin, 'master/saveService', ct)).body.result).toMatchObject({
    charges: 1200.25,
    branches: { [ANDHERI]: 1100 },
    tat: 90,
  })
  const clinical = await serviceOf('Spirometry', {
    department_id: (await department(admin, 'Cardiology')).id,
  })
  expect((await post(admin, 'master/saveService', clinical)).body.result).toMatchObject({ tat: 0 })
  const dear = await serviceOf('CT Ankle', { default_refdr_charges: 120 })
  expect((await post(admin, 'master/saveService', dear)).body.fields).toHaveProperty('default_refdr_charges')
  expect((await post(reception, 'master/saveService', ct)).body.code).toBe('not_permitted')
  const foreign = await post(other, 'master/saveService', { ...ct, rev: 1 })
  expect(foreign.status).toBe(404)
})

test('all services are sorted by department and name', async () => {
  const { body } = await get(admin, 'master/services/ALL', { isradiology: '1', status: '1' })
  const rows = body.result as { department_id: string; name: string }[]
  const [boneDensitometry, ct] = [await department(admin, 'Bone Densitometry'), await department(admin, 'CT')]
  expect(rows[0]?.department_id).toBe(boneDensitometry.id)
  const names = rows
    .filter(({ department_id }) => department_id === ct.id)
    .map(({ name }) => name.toLowerCase())
  expect(names).toEqual([...names].sort())
  expect(rows.some(({ name }) => name === 'Electrocardiogram')).toBe(false)
  const found = await get(admin, 'master/services/ALL', { k: 'knee_' })
  expect(found.body.result).toEqual([])
})

test('a service in a package or with commissions is not deleted, and the message says where', async () => {
  const used = await post(admin, 'master/deleteService', { id: serviceId('MR-MRA') })
  expect([used.body.code, used.body.message]).toEqual([
    'in_use',
    'This service is in use: package "Stroke Work-up".',
  ])
  expect((await post(admin, 'master/deleteService', { id: serviceId('DX-OPG') })).body.message).toBe(
    'Deleted',
  )
})

test('a package shows the sum of its services, with the separate price of each', async () => {
  const save = (services: object[], change: object = {}) =>
    post(admin, 'master/savePackage', {
      id: randomUUID(),
      name: `Pack ${randomUUID()}`,
      status: 1,
      services,
      ...change,
    })
  const saved = await save([
    { service_id: serviceId('XR-CHPA'), charges: 300.1 },
    { service_id: serviceId('US-THYR'), charges: 900.2 },
  ])
  expect(saved.body.result).toMatchObject({
    is_radiology: 1,
    total: 1200.3,
    services: [{ name: 'X-Ray Chest PA', original_charges: 400, department: 'X-Ray' }, { code: 'US-THYR' }],
  })
  const twice = [
    { service_id: serviceId('XR-CHPA'), charges: 1 },
    { service_id: serviceId('XR-CHPA'), charges: 1 },
  ]
  expect((await save(twice)).body.fields).toEqual({ services: 'name a service twice' })
  expect((await save([{ service_id: randomUUID(), charges: 1 }])).body.fields).toHaveProperty('services')
  const { id, rev, services } = saved.body.result
  const changed = { id, rev, services: [services[1]] }
  expect((await save([], changed)).body.result).toMatchObject({ total: 900.2 })
})
