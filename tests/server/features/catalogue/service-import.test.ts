import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AL_NOOR } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { ANDHERI, department, KOTHRUD, post } from './catalogue-fixture.ts'

let server: DemoServer
let admin: ApiUser
let departmentId: string
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  departmentId = (await department(admin, 'CT')).id
})
afterAll(() => server.close())

const rowsOf = (count: number, stem: string) =>
  Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    name: `${stem} ${at}`,
    charges: '1200.50',
    tat: '60',
  }))
const send = (desk: ApiUser, records: object[], change: object = {}) =>
  post(desk, 'master/createServicesMulti', {
    department_id: departmentId,
    type: 'Exam_Service',
    branch_ids: [ANDHERI, KOTHRUD],
    records,
    ...change,
  })
const count = async (stem: string) => {
  const [row] = await askAdmin<{ n: number }>(
    server,
    `select count(*)::int as n from service where name like $1`,
    [`${stem}%`],
  )
  return row?.n
}

test('a part sent again creates no duplicates', async () => {
  const records = rowsOf(40, 'Once')
  const first = await send(admin, records)
  expect(first.body).toMatchObject({ message: 'Added', result: { created: 40, refused: [] } })
  expect((await send(admin, records)).body.result).toEqual({ created: 40, refused: [] })
  expect(await count('Once')).toBe(40)
  const trail = (await readAudit(server, CLIENT, 'service')).filter(({ action }) => action === 'import')
  expect(trail).toHaveLength(1)
  const [row] = await askAdmin<{ branches: object; charges: string }>(
    server,
    `select branches, charges from service where id = $1`,
    [records[0]?.id],
  )
  expect(row).toMatchObject({ charges: '1200.500', branches: { [ANDHERI]: 1200.5, [KOTHRUD]: 1200.5 } })
})

test('invalid rows are named with their reasons, and valid ones are imported', async () => {
  const [good, taken, dear, nameless] = rowsOf(4, 'Mixed')
  const { body } = await send(admin, [
    good!,
    { ...taken, name: 'ct brain plain' },
    { ...dear, charges: '12,5' },
    { ...nameless, name: ' ' },
  ])
  expect(body.result).toEqual({
    created: 1,
    refused: [
      { row: 1, message: 'Service Name is taken already in this department' },
      { row: 2, message: 'Charges is unclear: write "12,5" as 12.5' },
      { row: 3, message: 'Service Name is required' },
    ],
  })
})

test('a code of another service, stored or in the sheet, is refused with that service', async () => {
  const [first, second, third] = rowsOf(3, 'Coded')
  const coded = [
    { ...first!, code: 'CODED' },
    { ...second!, code: ' coded ' },
  ]
  const refusal = (row: number) => ({ row, message: 'Code is taken already by Coded 0' })
  expect((await send(admin, coded)).body.result).toEqual({ created: 1, refused: [refusal(1)] })
  // The same sheet sent again returns the same result; a later sheet is refused as well.
  expect((await send(admin, coded)).body.result).toEqual({ created: 1, refused: [refusal(1)] })
  expect((await send(admin, [{ ...third!, code: 'Coded' }])).body.result.refused).toEqual([refusal(0)])
})

test('only the client’s administrator imports, with a type and existing branches', async () => {
  const manager = await server.signIn('manager.andheri')
  expect((await send(manager, rowsOf(1, 'No'))).body.code).toBe('not_permitted')
  expect((await send(admin, rowsOf(1, 'No'), { type: undefined })).body.fields).toHaveProperty('type')
  expect((await send(admin, rowsOf(1, 'No'), { branch_ids: [randomUUID()] })).body.fields).toHaveProperty(
    'branch_ids',
  )
  expect((await send(admin, [])).body.fields).toMatchObject({ records: 'There is no records!' })
  expect((await send(admin, rowsOf(1, 'No'), { department_id: randomUUID() })).status).toBe(400)
  expect(await count('No ')).toBe(0)
})

test('new services reach the devices of the client', async () => {
  const records = rowsOf(3, 'Fed')
  await send(admin, records)
  const rows = await askAdmin(server, `select scope from change_feed where id = any($1::uuid[])`, [
    records.map(({ id }) => id),
  ])
  expect(rows).toEqual([{ scope: 'client' }, { scope: 'client' }, { scope: 'client' }])
})

const importDoctors = (desk: ApiUser, records: object[], ref_doctor_type = 'Doctor') =>
  desk.post('user/createRefDoctorsMulti', { ref_doctor_type, records })
const doctorOf = (fname: string, mobile: string) => ({
  id: randomUUID(),
  fname,
  lname: 'Rane',
  mobile,
  email: '',
  ref_dr_area: 'Dadar',
  address: '',
})

test('referral doctors are imported once each, cannot sign in, and are distinguished by name and mobile', async () => {
  const records = [
    doctorOf('Anil', '9800000001'),
    doctorOf('Sunil', '9800000002'),
    doctorOf('Mohan', '98000 0003'),
  ]
  const first = await importDoctors(admin, records)
  expect(first.body.result).toEqual({
    created: 2,
    refused: [{ row: 2, message: 'Mobile takes digits only' }],
  })
  expect((await importDoctors(admin, records)).body.result.created).toBe(2)
  const again = await importDoctors(admin, [doctorOf('ANIL', '9800000001')])
  expect(again.body.result.refused).toEqual([{ row: 0, message: 'This person is there already' }])
  const rows = await askAdmin(
    server,
    `select name, username, is_ref_doctor, ref_doctor_type, ref_dr_area from app_user where mobile = '9800000001'`,
  )
  expect(rows).toEqual([
    { name: 'Anil Rane', username: '', is_ref_doctor: true, ref_doctor_type: 'Doctor', ref_dr_area: 'Dadar' },
  ])
  expect(first.body.message).toBe('Added with the role "Referrer"')
  const manager = await server.signIn('manager.andheri')
  expect((await importDoctors(manager, records)).body.code).toBe('not_permitted')
})

test('imported referrers never get the patients’ role; without a role of their own the import reports it', async () => {
  const alNoor = await server.signIn('admin.alnoor')
  const roles = (await alNoor.get(`${PHP}roles`, { ps: '100' })).body.result.data as {
    id: number
    title: string
    app_modules: number[]
  }[]
  const empty = roles.filter(({ app_modules }) => app_modules.length === 0).map(({ id }) => id)
  await askAdmin(server, `update app_user set hidden = now() where is_ref_doctor and client_id = $1`, [
    AL_NOOR.id,
  ])
  const patients = roles.find(({ title }) => title === 'Patient')?.id
  await askAdmin(
    server,
    `update role set active = false where client_id = $1 and id = any($2) and id <> $3`,
    [AL_NOOR.id, empty, patients],
  )
  const refused = await importDoctors(alNoor, [doctorOf('Huda', '98000077')])
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'There is no role for referral doctors. Make one first that grants no module; the role of patients is not for them.',
  ])
  await askAdmin(server, `update role set active = true where client_id = $1`, [AL_NOOR.id])
  const made = await importDoctors(alNoor, [doctorOf('Huda', '98000077')])
  expect(made.body.message).toMatch(/^Added with the role "Refer/)
})
