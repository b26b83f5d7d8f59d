import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

let demo: DemoServer
beforeAll(async () => {
  demo = await openDemo()
  await askAdmin(
    demo,
    "update patient set ssn = 'NID-' || left(id::text, 8), passport = 'P-' || left(id::text, 8)",
  )
})
afterAll(() => demo.close())

/** Names that reveal each kind of knowledge, wherever they occur in a response. */
const NAMES = {
  money: ['net_charges', 'balance', 'paid', 'discount', 'patient_share', 'amount'],
  prices: ['branch_charges', 'doctor_charges'],
  commission: ['default_refdr_charges', 'default_refdr_charges_type', 'ref_dr_is_commission'],
  identity: ['ssn', 'passport'],
} as const
type Kind = keyof typeof NAMES

/** The kinds that each role of the demo may know. */
const ROLES: Record<string, readonly Kind[]> = {
  'admin.sanjeevani': ['money', 'prices', 'commission', 'identity'],
  'manager.andheri': ['money', 'prices', 'commission', 'identity'],
  'reception.andheri': ['money', 'prices', 'identity'],
  'desk.andheri': ['money', 'prices', 'identity'],
  'tech.andheri': [],
  'dr.rao': [],
  'dr.iyer': [],
  'ref.bhat': [],
}

interface Row {
  type: string
  op: string
  id: string
  body?: Record<string, unknown>
}

async function pullAll(desk: ApiUser): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const { body } = await desk.get('sync/pull', { limit: '1000', ...(cursor && { cursor }) })
    rows.push(...body.rows)
    cursor = body.cursor
    if (!body.more) return rows.filter(({ op }) => op === 'put')
  }
}

/** Returns all names in a value, at any depth. */
function namesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) namesIn(one, found)
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) namesIn(part, found.add(name))
  return found
}
const toldIn = (value: unknown): Kind[] => {
  const names = namesIn(value)
  return (Object.keys(NAMES) as Kind[]).filter((kind) => NAMES[kind].some((name) => names.has(name)))
}
const ofType = (rows: readonly Row[], ...types: string[]) => rows.filter(({ type }) => types.includes(type))

test.each(Object.entries(ROLES))('%s receives copies of what the role may know', async (username, known) => {
  const desk = await demo.signIn(username)
  const rows = await pullAll(desk)
  const about = ofType(rows, 'visit', 'receipt', 'refund', 'master', 'patient', 'person')
  const held = toldIn(about)
  expect(held.filter((kind) => !known.includes(kind))).toEqual([])
  const money = ofType(rows, 'receipt', 'refund')
  const visits = ofType(rows, 'visit')
  if (known.includes('money')) {
    expect(money.length).toBeGreaterThan(0)
    expect(visits.every(({ body }) => typeof body?.['balance'] === 'number')).toBe(true)
    expect(held).toEqual(expect.arrayContaining([...known]))
  } else expect(money).toEqual([])
})

test('a technician still receives visits, patients and services, without the forbidden fields', async () => {
  const rows = await pullAll(await demo.signIn('tech.andheri'))
  const [visit] = ofType(rows, 'visit')
  expect(visit?.body).toMatchObject({ payment_status: expect.any(String), services: expect.any(Array) })
  expect(ofType(rows, 'patient').length).toBeGreaterThan(0)
  const services = ofType(rows, 'master').filter(({ body }) => body?.['kind'] === 'service')
  expect(services.length).toBeGreaterThan(0)
  expect(services[0]?.body?.['record']).toMatchObject({ name: expect.any(String), tat: expect.any(Number) })
  expect(services[0]?.body?.['record']).not.toHaveProperty('charges')
})

test('responses of single calls leave the same fields out', async () => {
  const [tech, manager] = [await demo.signIn('tech.andheri'), await demo.signIn('manager.andheri')]
  const [receipt] = ofType(await pullAll(manager), 'receipt')
  const visitId = String(receipt?.body?.['appt_id'])
  const asked = async (desk: ApiUser) => {
    const detail = await desk.get(`${PHP}appt/detail/${visitId}`)
    const patientId = detail.body.result.visit.patient_id as string
    const patient = await desk.get(`${PHP}patient/detail/${patientId}`)
    const list = await desk.get(`${PHP}patients`, { k: patient.body.result.pat_id })
    const services = await desk.get(`${PHP}master/services/ALL`)
    const departments = await desk.get(`${PHP}master/departments/ALL`)
    const records = await desk.get('sync/records', { type: 'visit', ids: visitId })
    const answers = [detail, patient, list, services, departments, records]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    return answers.map(({ body }) => body)
  }
  expect(toldIn(await asked(tech))).toEqual([])
  expect(toldIn(await asked(manager)).toSorted()).toEqual(['commission', 'identity', 'money', 'prices'])
})

test('the response to a queued command leaves out forbidden fields, at its first delivery and each later one', async () => {
  const tech = await demo.signIn('tech.andheri')
  const open = ofType(await pullAll(tech), 'visit').flatMap(({ id, body }) =>
    ((body?.['services'] ?? []) as { id: string; status: number }[])
      .filter(({ status }) => status === 5 || status === 4)
      .map((service) => ({ service: service.id, visit: id })),
  )
  const id = randomUUID()
  const input = { id: open[0]?.service, appt_id: open[0]?.visit, value: 'Y' }
  const send = () => tech.post(`${PHP}que/setBringNext`, input, { 'idempotency-key': id })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect(second.body).toEqual(first.body)
  expect(first.body.result.visit.id).toBe(open[0]?.visit)
  expect(toldIn(first.body)).toEqual([])
})

test('a refusal with the current record leaves the same fields out', async () => {
  const tech = await demo.signIn('tech.andheri')
  const [patient] = ofType(await pullAll(tech), 'patient')
  await askAdmin(
    demo,
    "update role set modules = modules || '{edit_patient_and_study}' where client_id = $1 and id = 7",
    [SANJEEVANI.id],
  )
  const { body } = patient as { body: Record<string, unknown> }
  const refused = await tech.post(`${PHP}patient/save`, {
    id: patient?.id,
    rev: 1,
    fname: 'Changed',
    lname: body['lname'],
    mobile: body['mobile'],
    gender: body['gender'],
    before: { fname: 'Somebody else' },
  })
  expect(refused.body).toMatchObject({ code: 'conflict', current: { id: patient?.id } })
  expect(toldIn(refused.body)).toEqual([])
})

test('a referrer receives only the names of people', async () => {
  const [referrer, tech] = [await demo.signIn('ref.bhat'), await demo.signIn('tech.andheri')]
  const people = await referrer.get(`${PHP}users/ALL`, { is_ref_doctor: '0' })
  expect(people.body.result.length).toBeGreaterThan(5)
  for (const person of people.body.result)
    expect(Object.keys(person).toSorted()).toEqual(['id', 'name', 'rev'])
  const doctors = ofType(await pullAll(referrer), 'doctor', 'person')
  for (const { body } of doctors) expect(Object.keys(body ?? {}).toSorted()).toEqual(['id', 'name', 'rev'])
  const [doctor] = (await tech.get(`${PHP}users/ALL`)).body.result
  expect(doctor).toMatchObject({ can_sign: expect.any(Number), branch_ids: expect.any(Array) })
})
