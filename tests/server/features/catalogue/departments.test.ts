import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { feedOf } from '../reports/report-fixture.ts'
import { ANDHERI, department, get, KOTHRUD, post } from './catalogue-fixture.ts'

let server: DemoServer
let admin: ApiUser
let platform: ApiUser
let other: ApiUser
let reception: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  platform = await server.signIn('platform')
  other = await server.signIn('admin.alnoor')
  reception = await server.signIn('reception.kothrud')
})
afterAll(() => server.close())

const INFO = { charges: 1500.5, tat: 300, slot_duration: 25 }
const saveInfo = (desk: ApiUser, id: string, rev: number, change: object = {}) =>
  post(desk, 'master/saveDepartmentClientInfo', { id, rev, ...INFO, ...change })

test('a client has its own charges of a department, and no other client sees them', async () => {
  const ct = await department(admin, 'CT')
  const saved = await saveInfo(admin, ct.id, ct.rev, { branch_charges: { [ANDHERI]: 1400 } })
  expect(saved.body.message).toBe('Saved')
  expect(saved.body.result).toMatchObject({ ...INFO, name: 'CT', branch_charges: { [ANDHERI]: 1400 } })
  expect(saved.body.result.rev).toBeGreaterThan(ct.rev)
  expect((await department(other, 'CT')).charges).not.toBe(INFO.charges)
  expect((await feedOf(server, ct.id)).at(-1)).toMatchObject({ op: 'put', scope: 'client' })
  expect(await readAudit(server, CLIENT, 'department')).toContainEqual(
    expect.objectContaining({ action: 'save', record_id: ct.id }),
  )
})

test('two users who save the same charges from one revision get a conflict; a repeat succeeds', async () => {
  const mri = await department(admin, 'MRI')
  const first = await saveInfo(admin, mri.id, mri.rev)
  expect((await saveInfo(admin, mri.id, mri.rev)).body.result.rev).toBe(first.body.result.rev)
  const late = await saveInfo(admin, mri.id, mri.rev, { charges: 1 })
  expect([late.status, late.body.current.charges]).toEqual([409, INFO.charges])
})

test('charges need the tile; ids of another client are refused by name', async () => {
  const ct = await department(admin, 'CT')
  expect((await saveInfo(reception, ct.id, ct.rev)).body.code).toBe('not_permitted')
  expect((await saveInfo(platform, ct.id, ct.rev)).body.code).toBe('not_permitted')
  expect((await saveInfo(admin, randomUUID(), 1)).status).toBe(404)
  const foreign = await saveInfo(admin, ct.id, ct.rev, { doctor_charges: { [randomUUID()]: 5 } })
  expect(foreign.body.fields).toHaveProperty('doctor_charges')
  expect((await saveInfo(admin, ct.id, ct.rev, { slot_duration: 0 })).body.fields).toHaveProperty(
    'slot_duration',
  )
})

test('the definition belongs to the platform: a client neither adds nor deletes, and radiology has its modalities', async () => {
  const record = { id: randomUUID(), name: 'Angiography', isradiology: 1, modalities: ['XA'], status: 1 }
  expect((await post(admin, 'master/saveDepartment', record)).body.code).toBe('not_permitted')
  expect((await post(platform, 'master/saveDepartment', { ...record, modalities: [] })).body.fields).toEqual({
    modalities: 'is required',
  })
  expect((await post(platform, 'master/saveDepartment', record)).status).toBe(200)
  expect((await department(admin, 'Angiography')).slot_duration).toBe(15)
  expect((await post(platform, 'master/deleteDepartment', { id: record.id })).body.message).toBe('Deleted')
  const ct = await department(platform, 'CT')
  const used = await post(platform, 'master/deleteDepartment', { id: ct.id })
  expect([used.body.code, used.body.message]).toEqual([
    'in_use',
    expect.stringMatching(/3 machines.*services/),
  ])
})

test('lists can be filtered by kind in either spelling', async () => {
  const names = async (query: Record<string, string>) =>
    (await get(admin, 'master/departments/ALL', query)).body.result.map((one: { name: string }) => one.name)
  expect(await names({ isradiology: '0' })).toContain('Cardiology')
  expect(await names({ is_radiology: '0' })).not.toContain('CT')
  expect(await names({ isradiology: '1', status: '0' })).toEqual([])
})

test('departments come with the machines of a branch, and staff see those of their own branches', async () => {
  const machinesOf = async (desk: ApiUser, query: Record<string, string>) => {
    const { body } = await get(desk, 'master/departmentWithMachines', query)
    const ultrasound = body.result.find((one: { name: string }) => one.name === 'Ultrasound')
    return ultrasound.machines as { branch_id: string; name: string }[]
  }
  expect(await machinesOf(admin, { isradiology: '1' })).toHaveLength(4)
  expect(await machinesOf(admin, { branch: ANDHERI, isradiology: '1' })).toMatchObject([
    { name: 'Ultrasound 1' },
    { name: 'Ultrasound 2' },
  ])
  const own = await machinesOf(reception, {})
  expect(own.every(({ branch_id }) => branch_id === KOTHRUD)).toBe(true)
  expect(own).toHaveLength(2)
})

test('without the modules the charges are refused', async () => {
  const ct = await department(admin, 'CT')
  await updateClient(server, CLIENT, { main_modules: ['archive_reporting'] })
  expect((await saveInfo(admin, ct.id, ct.rev)).status).toBe(422)
  await updateClient(server, CLIENT, {
    main_modules: ['archive_reporting', 'appointment_system', 'teleradiology'],
  })
})
