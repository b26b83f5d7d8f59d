import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let server: DemoServer
let mehta: ApiUser

beforeAll(async () => {
  server = await openDemo()
  mehta = await server.signIn('dr.mehta')
})
afterAll(() => server.close())

async function names(desk: ApiUser): Promise<string[]> {
  const { body } = await desk.get('branch/getActives')
  return body.result.map((branch: { name: string }) => branch.name)
}

test('branches are the caller’s own, sorted by name', async () => {
  expect(await names(mehta)).toEqual(['Sanjeevani Andheri', 'Sanjeevani Kothrud'])
  expect(await names(await server.signIn('dr.deshpande'))).toEqual(['Sanjeevani Kothrud'])
  expect(await names(await server.signIn('admin.sanjeevani'))).toHaveLength(2)
})

test('doctors are those of the client, with their right to sign', async () => {
  const { body } = await mehta.get(`${PHP}users/ALL`, { is_doctor: '1' })
  const doctors = body.result as { name: string; can_sign: 0 | 1 }[]
  expect(doctors).toHaveLength(8)
  expect(doctors.filter((doctor) => doctor.can_sign === 0).map((doctor) => doctor.name)).toEqual([
    'Dr. Neha Kulkarni',
  ])
  expect(JSON.stringify(doctors)).not.toContain('signature')
})

test('tags list normal ones first, templates are in sidebar order', async () => {
  const tags = (await mehta.get(`${PHP}master/studyTags/ALL`)).body.result as { type: string }[]
  expect(tags.map((tag) => tag.type)).toEqual([...Array(5).fill('Normal'), 'Critical', 'Critical'])
  const templates = (await mehta.get(`${PHP}templates/ALL`)).body.result as Record<string, string>[]
  const places = templates.map(({ department, category, name }) => `${department}|${category}|${name}`)
  expect(places.length).toBeGreaterThan(20)
  expect(new Set(places).size).toBe(places.length)
  expect(
    templates.every(({ report_data, conclusion }) => report_data?.startsWith('<h2>') && conclusion),
  ).toBe(true)
})

test('enabled image servers are shown with their connection state', async () => {
  expect((await mehta.get('pacs/status')).body.result).toEqual([])
  await askAdmin(
    server,
    `update pacs set active = true, state = 'down', state_detail = 'connection refused', last_try = $2 where client_id = $1`,
    [SANJEEVANI.id, '2026-11-21T08:59:00Z'],
  )
  expect((await mehta.get('pacs/status')).body.result).toMatchObject([
    {
      name: 'Andheri image server',
      state: 'down',
      detail: 'connection refused',
      last_ok: null,
      last_try: '2026-11-21T08:59:00.000Z',
    },
  ])
})

test('visit statuses are in workflow order', async () => {
  const { body } = await (await server.signIn('reception.andheri')).get(`${PHP}master/apptStatusList`)
  expect(body.result).toHaveLength(12)
  expect([body.result[0], body.result[11]]).toEqual([
    { id: 1, name: 'Booked', colour: 'orange' },
    { id: 12, name: 'Cancelled', colour: 'red' },
  ])
})

test('a patient’s session gets none of the centre’s lists', async () => {
  const patient = await server.signIn('patient.asha')
  for (const path of [
    'branch/getActives',
    'pacs/status',
    `${PHP}users/ALL`,
    `${PHP}templates/ALL`,
    `${PHP}master/apptStatusList`,
  ]) {
    expect((await patient.get(path)).body.code, path).toBe('not_permitted')
  }
})
