import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExchangeItem, ExchangePeer } from '#contract/calls/interfaces.ts'
import { dayAt } from '#domain/time/zones.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { takeBytes } from '#server/features/hospital-orders/public/take-message.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'

const CLIENT = SANJEEVANI.id
const TODAY = dayAt(NOW, 'Asia/Kolkata')

let server: DemoServer
let admin: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  await take(REFUSED)
  await take(message('DESK2', 'NW', 'ORD-OTHER'))
  await server.app.kernel.exchanges.flush()
})
afterAll(() => server.close())

const message = (id: string, control: string, no: string) =>
  [
    `MSH|^~\\&|HIS|CITY|READROOM|SANJEEVANI|20261121093000||ORM^O01|${id}|P|2.5.1`,
    'PID|1||mrn9||Lall^Meena||19800304|F',
    `ORC|${control}|${no}`,
    `OBR|1|${no}||CT^CT Chest|||||||||Cough|||||||||||CT`,
  ].join('\r')

// Belongs to no person: an order without PID-5 is refused.
const REFUSED = message('DESK1', 'NW', 'ORD-DESK').replace('Lall^Meena', '')

const take = (text: string) =>
  takeBytes(server.app.kernel, Buffer.from(text), {
    clientOf: () => Promise.resolve(CLIENT),
    onError: (error) => {
      throw error
    },
  })

async function list(query: Record<string, string> = {}) {
  const { status, body } = await admin.get('interfaces/exchanges', { from: TODAY, to: TODAY, ...query })
  expect(status).toBe(200)
  return body.result as { data: ExchangeItem[]; page: { total_records: number } }
}

test('the list can be filtered by number, outcome, kind and day', async () => {
  const numbers = (data: ExchangeItem[]) => data.map(({ control_id }) => control_id)
  expect(numbers((await list()).data).toSorted()).toEqual(['DESK1', 'DESK2'])
  expect(numbers((await list({ q: 'ord-desk' })).data)).toEqual(['DESK1'])
  expect(numbers((await list({ q: 'MRN9' })).data).toSorted()).toEqual(['DESK1', 'DESK2'])
  expect((await list({ q: 'ORD' })).data).toEqual([])
  expect(numbers((await list({ outcome: 'bad' })).data)).toEqual(['DESK1'])
  expect((await list({ kind: 'worklist' })).data).toEqual([])
  expect((await list({ from: '2020-01-01', to: '2020-01-02' })).data).toEqual([])
  const paged = await list({ ps: '1', p: '2' })
  expect([paged.data.length, paged.page.total_records]).toEqual([1, 2])
  const [refused] = (await list({ q: 'DESK1' })).data
  expect(refused).toMatchObject({
    outcome: 'refused',
    code: 'AE',
    can_replay: 1,
    has_content: 1,
    peer: 'HIS at CITY',
  })
  expect((await list({ q: 'DESK2' })).data).toMatchObject([{ outcome: 'ok', can_replay: 0 }])
})

test('peers and sums count the same exchanges', async () => {
  const peers = (await admin.get('interfaces/peers')).body.result as ExchangePeer[]
  expect(peers).toMatchObject([{ name: 'HIS at CITY', kind: 'hl7_in', day_total: 2, day_bad: 1 }])
  const { body } = await admin.get('interfaces/sums', { from: TODAY, to: TODAY, unit: 'hour' })
  expect(body.result).toMatchObject([{ total: 2, bad: 1 }])
})

test('reading content requires the patients right, and each reading is in the audit trail', async () => {
  const [row] = (await list({ q: 'DESK1' })).data
  const { status, body } = await admin.post('interfaces/content', { id: row?.id })
  expect([status, body.result?.content]).toEqual([200, REFUSED])
  const readings = () => readAudit(server, CLIENT, 'exchange')
  expect((await readings()).map(({ action, record_id }) => [action, record_id])).toEqual([['read', row?.id]])
  await withoutModule('view_patient_portal_patients', async () => {
    expect((await admin.post('interfaces/content', { id: row?.id })).body.code).toBe('not_permitted')
    expect((await admin.get('interfaces/peers')).status).toBe(200)
  })
  expect(await readings()).toHaveLength(1)
})

test('only an administrator of the client sees the desk', async () => {
  const [row] = (await list({ q: 'DESK2' })).data
  const doctor = await server.signIn('dr.mehta')
  for (const path of ['interfaces/content', 'interfaces/replay'])
    expect((await doctor.post(path, { id: row?.id })).body.code).toBe('not_permitted')
  for (const path of ['interfaces/peers', 'interfaces/exchanges', 'interfaces/sums'])
    expect((await doctor.get(path, { from: TODAY, to: TODAY })).body.code).toBe('not_permitted')
  const other = await server.signIn('admin.alnoor')
  expect((await other.get('interfaces/peers')).body.result).toEqual([])
  for (const path of ['interfaces/content', 'interfaces/replay'])
    expect((await other.post(path, { id: row?.id })).status).toBe(404)
})

/** Removes a permission from the administrators' role while `run` runs. */
async function withoutModule(module: string, run: () => Promise<void>): Promise<void> {
  const roleOf = `id = (select role_id from app_user where username = 'admin.sanjeevani')`
  await askAdmin(server, `update role set modules = array_remove(modules, $1) where ${roleOf}`, [module])
  await run()
  await askAdmin(server, `update role set modules = array_append(modules, $1) where ${roleOf}`, [module])
}
