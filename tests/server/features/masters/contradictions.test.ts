import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASES } from '#contract/kernel/bases.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'

const API = BASES.api.prefix

/** Masters refuse values that contradict another record of the client, and name that record. */
let server: DemoServer
let admin: ApiUser
let platform: ApiUser

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  platform = await server.signIn('platform')
})
afterAll(() => server.close())

type Body = Readonly<Record<string, unknown>>
const save = (path: string, body: Body, desk: ApiUser = admin) =>
  desk.post(path, { id: uuidv7(), status: 1, ...body })
const branchOf = (body: Body) =>
  save(`${API}branch/save`, { name: `Branch ${uuidv7()}`, time_zone: 'Asia/Kolkata', ...body })

async function serviceIds(isRadiology: boolean): Promise<string[]> {
  const rows = await askAdmin<{ id: string }>(
    server,
    `select s.id from service s join department d on d.id = s.department_id
      where s.client_id = $1 and d.isradiology = $2 and s.hidden is null order by s.id`,
    [SANJEEVANI.id, isRadiology],
  )
  return rows.map(({ id }) => id)
}

test('an AE title of another branch is refused with that branch, ignoring case and spaces', async () => {
  const [andheri] = SANJEEVANI.branches
  for (const aet of [andheri?.aet ?? '', ` ${andheri?.aet.toLowerCase()} `]) {
    const answer = await branchOf({ aet_sources: `NEW_CT,${aet}`, is_confirmed: 1 })
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { aet_sources: expect.stringMatching(`^holds ${aet.trim()}, which .*Andheri has already$`) },
    ])
  }
})

test('of two desks that claim one AE title at the same moment one gets it, the other a refusal', async () => {
  const answers = await Promise.all(
    ['One', 'Two'].map((name) =>
      branchOf({ name: `${name} of two`, aet_sources: 'AT_ONCE', is_confirmed: 1 }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
})

test('an AE title without a machine or received studies requires confirmation, once', async () => {
  const branch = { id: uuidv7(), name: 'Asked about', aet_sources: 'NOBODY_HAS_IT' }
  const asked = await branchOf(branch)
  expect([asked.status, asked.body.code]).toEqual([422, 'confirm'])
  expect(asked.body.message).toContain('NOBODY_HAS_IT')
  const saved = await branchOf({ ...branch, is_confirmed: 1 })
  expect(saved.status).toBe(200)
  // Stored values of the branch are not checked again.
  const again = await branchOf({ ...branch, rev: saved.body.result.rev, contact_no: '022 1234' })
  expect(again.status).toBe(200)
})

test.each([
  ['a critical tag', { type: 'Critical', color_code: '#ff0000' }],
  ['a normal tag', { type: 'Normal', color_code: '#00ff00' }],
])('%s has a unique name', async (_, tag) => {
  const name = `Tag ${tag.type}`
  expect((await save(`${PHP}master/saveStudyTag`, { ...tag, name })).status).toBe(200)
  const answer = await save(`${PHP}master/saveStudyTag`, { ...tag, name: ` ${name.toUpperCase()} ` })
  expect([answer.status, answer.body.fields]).toEqual([400, { name: 'is taken already' }])
})

test('a code belongs to one service only; services without a code do not conflict', async () => {
  const [row] = await askAdmin<{ department_id: string }>(
    server,
    'select department_id from service where client_id = $1 limit 1',
    [SANJEEVANI.id],
  )
  const service = { department_id: row?.department_id, type: 'Exam_Service', charges: 100, is_outsourced: 0 }
  const of = (name: string, code: string) => save(`${PHP}master/saveService`, { ...service, name, code })
  expect((await of('First of a code', 'ONCE')).status).toBe(200)
  const answer = await of('Second of a code', 'once')
  expect([answer.status, answer.body.fields]).toEqual([400, { code: 'is taken already by First of a code' }])
  for (const name of ['Without a code', 'Without one either']) expect((await of(name, '')).status).toBe(200)
})

test('no discount head may use the name of the free discount', async () => {
  const answer = await save(`${PHP}master/saveDiscountHead`, { name: ' custom', percent: 5 })
  expect([answer.status, answer.body.fields]).toEqual([400, { name: 'is the name of the free discount' }])
})

test('a package has services, all of its own kind', async () => {
  const [radiology] = await serviceIds(true)
  const [clinical] = await serviceIds(false)
  const pack = { name: 'Mixed', is_radiology: 1 }
  const of = (services: (string | undefined)[], more: Body = {}) =>
    save(`${PHP}master/savePackage`, {
      ...pack,
      ...more,
      services: services.map((service_id) => ({ service_id, charges: 100 })),
    })
  const refused = [await of([]), await of([radiology, clinical]), await of([radiology], { is_radiology: 0 })]
  expect(refused.map(({ status, body }) => [status, body.fields])).toEqual([
    [400, { services: 'are required' }],
    [400, { services: expect.stringMatching(/^hold .+, which is no radiology service$/) }],
    [400, { services: expect.stringMatching(/^hold .+, which is a radiology service$/) }],
  ])
  expect((await of([radiology])).status).toBe(200)
})

test('a nonexistent calendar date is refused by its field', async () => {
  const answer = await save(
    `${API}licence/save`,
    { name: 'February', no_of_branches: 1, no_of_doctors: 1, expired_on: '2026-02-31', main_module_ids: [] },
    platform,
  )
  expect([answer.status, answer.body.fields]).toEqual([400, { expired_on: 'must be a date' }])
})

const part = (price: number, currency = 'USD') => ({
  id: uuidv7(),
  bodypart: 'Chest',
  price,
  currency,
  description: '',
  viewer_url: '',
})
const company = (modalities: readonly object[]) =>
  save(
    `${API}ai/saveCompany`,
    {
      name: `Reader ${uuidv7()}`,
      report_response_format: 'Html',
      basic_auth_usr: `reader.${uuidv7()}`,
      basic_auth_pwd: 'Reading#2026',
      modalities,
    },
    platform,
  )

test('an AI company reads listed modalities, each once, at prices valid in its currency', async () => {
  const [ct, twice, dollars, dinars] = await Promise.all([
    company([{ modality: 'ZZZ', bodyparts: [part(1)] }]),
    company([
      { modality: 'CT', bodyparts: [part(1)] },
      { modality: 'CT', bodyparts: [part(1)] },
    ]),
    company([{ modality: 'CT', bodyparts: [part(1.505)] }]),
    company([{ modality: 'CT', bodyparts: [part(1.505, 'KWD')] }]),
  ])
  expect([ct, twice, dollars, dinars].map(({ status }) => status)).toEqual([400, 400, 400, 200])
  expect(JSON.stringify(ct?.body.fields)).toContain('is not a modality of the list')
  expect(JSON.stringify(twice?.body.fields)).toContain('name a modality twice')
  expect(JSON.stringify(dollars?.body.fields)).toContain('has at most 2 decimals')
})
