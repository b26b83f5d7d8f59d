import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type Answer, type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, CLIENT, departmentsOf, KOTHRUD, MANAGER, putVisit, QUIET_DAY, SALMIYA } from './books.ts'

let server: DemoServer
let admin: ApiUser
let reception: ApiUser
let departments: ReadonlyMap<string, string>
const visits: Record<string, string> = {}
const at = (time: string) => new Date(`${QUIET_DAY}T${time}:00+05:30`)
const RANGE = { from_date: QUIET_DAY, to_date: QUIET_DAY }

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  reception = await server.signIn('reception.andheri')
  departments = await departmentsOf(server)
  const [mri = '', ct = ''] = ['MRI', 'CT'].map((name) => departments.get(name))
  visits['two'] = await putVisit(server, {
    start: at('00:00'),
    lines: [
      { charges: 700_000, discount: 100_000, department: mri },
      { charges: 300_000, department: ct, scanned: true },
    ],
    money: [
      { minor: 450_000, day: QUIET_DAY },
      { minor: 450_000, day: '2019-03-20', mode: 'Online' },
    ],
    hidden: 10_000,
  })
  visits['clinical'] = await putVisit(server, {
    start: at('23:59'),
    isRadiology: false,
    patient: 1,
    createdBy: MANAGER,
    lines: [{ charges: 50_000, department: departments.get('Cardiology') ?? null }],
    scheme: 'Hospital',
  })
  visits['cancelled'] = await putVisit(server, {
    start: at('12:00'),
    status: 12,
    lines: [{ charges: 80_000, department: mri }],
    money: [{ minor: 80_000, day: QUIET_DAY }],
  })
  visits['elsewhere'] = await putVisit(server, {
    branch: KOTHRUD,
    start: at('10:00'),
    lines: [{ charges: 10_000, department: ct }],
  })
  // The day before and the day after at the branch, but not in UTC.
  await putVisit(server, { start: new Date(at('00:00').getTime() - 1), lines: [{ charges: 1 }] })
  await putVisit(server, { start: new Date(at('00:00').getTime() + 86_400_000), lines: [{ charges: 1 }] })
})
afterAll(() => server.close())

const list = (desk: ApiUser, filter: object = {}) => desk.post(`${PHP}report/visits`, { ...RANGE, ...filter })
const shown = ({ body }: Answer) =>
  body.result.data.map((row: { id: string }) => Object.keys(visits).find((name) => visits[name] === row.id))
const summary = (desk: ApiUser, filter: object = {}) =>
  desk.post(`${PHP}report/visitsDepartmentSummary`, { ...RANGE, ...filter })

test('a list contains the visits of the branch’s day, newest first, of the reader’s branches', async () => {
  expect(shown(await list(admin))).toEqual(['clinical', 'cancelled', 'elsewhere', 'two'])
  expect(shown(await list(reception))).toEqual(['clinical', 'cancelled', 'two'])
  expect(shown(await list(reception, { order_by: 'date_asc' }))).toEqual(['two', 'cancelled', 'clinical'])
  expect(shown(await list(admin, { branch_id: KOTHRUD }))).toEqual(['elsewhere'])
})

test('a branch outside the reader’s branches is not found', async () => {
  expect((await list(reception, { branch_id: KOTHRUD })).status).toBe(404)
  expect((await list(admin, { branch_id: SALMIYA })).status).toBe(404)
})

test.each([
  [{ is_radiology: '0' }, ['clinical']],
  [{ status: 12 }, ['cancelled']],
  [{ ref_scheme: 'Of Hospital' }, ['clinical']],
  [{ ref_scheme: 'No Scheme' }, ['cancelled', 'two']],
  [{ created_by: MANAGER }, ['clinical']],
  [{ payment_status: 'Partial_Paid' }, ['two']],
  [{ payment_status: 'Paid', includeFutureReceipt: 'Y' }, ['cancelled', 'two']],
  [{ ref_dr_id: '0' }, ['clinical', 'cancelled', 'two']],
  [{ is_started: 'N' }, ['cancelled']],
])('the filter %j finds %j', async (filter, names) => {
  expect(shown(await list(reception, filter))).toEqual(names)
})

test('the search finds by visit number, patient id and name, and takes wildcard characters literally', async () => {
  const [row] = (await list(reception, { created_by: MANAGER })).body.result.data
  for (const k of [row.visit_no, row.pat_id, row.name, row.name.toUpperCase()])
    expect(shown(await list(reception, { k }))).toContain('clinical')
  expect(shown(await list(reception, { k: '%' }))).toEqual([])
  const backwards = row.name.split(' ').reverse().join(', ')
  for (const k of [backwards, `${row.name} ${row.visit_no}`])
    expect([k, shown(await list(reception, { k }))]).toEqual([k, expect.arrayContaining(['clinical'])])
  expect(shown(await list(reception, { k: `${row.name} Nobody` }))).toEqual([])
})

test('amounts are as of the end of the range, or as of now with future receipts', async () => {
  const of = async (filter: object) =>
    (await list(admin, { branch_id: ANDHERI, is_started: 'Y', is_radiology: '1', ...filter })).body.result
      .data[0].amounts
  expect(await of({})).toEqual({
    charges: 10_000,
    discount: 1_000,
    net_charges: 9_000,
    paid: 4_500,
    balance: 4_500,
    payment_status: 'Partial_Paid',
  })
  expect(await of({ includeFutureReceipt: 'Y' })).toMatchObject({
    paid: 9_000,
    balance: 0,
    payment_status: 'Paid',
  })
  // The department's part: 6,000 of the net 9,000, and the same part of the payments.
  expect(await of({ department_id: departments.get('MRI') })).toMatchObject({
    charges: 7_000,
    discount: 1_000,
    net_charges: 6_000,
    paid: 3_000,
    balance: 3_000,
  })
})

test('the sums of the list are those of its rows without the cancelled visits, and match the summary', async () => {
  const { result } = (await list(admin)).body
  expect(result.totals).toEqual({
    sums: {
      visits: 3,
      charges: 10_600,
      discount: 1_000,
      hidden_discount: 100,
      net_charges: 9_600,
      paid: 4_500,
      balance: 5_100,
    },
    visits: 3,
    cancelled: 1,
  })
  const { total, departments: parts } = (await summary(admin)).body.result
  expect(total).toEqual(result.totals.sums)
  expect(
    parts.map((part: Record<string, unknown>) => [part['department'], part['visits'], part['net_charges']]),
  ).toEqual([
    ['Cardiology', 1, 500],
    ['CT', 2, 3_100],
    ['MRI', 1, 6_000],
  ])
  for (const part of parts) {
    const drilled = await list(admin, { department_id: part.department_id })
    const { department_id: _id, department: _name, ...sums } = part
    expect(drilled.body.result.totals.sums).toEqual(sums)
  }
})

test('the department summary requires the right to the sales report and its module', async () => {
  expect((await summary(reception)).body.code).toBe('not_permitted')
  expect((await list(reception)).body.result.totals).toEqual({ sums: null, visits: 2, cancelled: 1 })
  const [row] = await askAdmin<{ main_modules: string[] }>(
    server,
    'select main_modules from client where id = $1',
    [CLIENT],
  )
  const main_modules = row?.main_modules ?? []
  const without = (name: string) => main_modules.filter((one) => one !== name)
  await updateClient(server, CLIENT, { main_modules: without('sales_report') })
  expect((await summary(admin)).body.code).toBe('module_off')
  expect((await list(admin)).body.result.totals.sums).toBeNull()
  await updateClient(server, CLIENT, { main_modules: without('special_mgmt_discount') })
  expect((await list(admin)).body.result.totals.sums.hidden_discount).toBeNull()
  expect((await list(admin)).body.result.data[0].hidden_discount).toBeNull()
  await updateClient(server, CLIENT, { main_modules })
})

test('a role with sales of own visits only gets their summary and no sums of the list', async () => {
  await askAdmin(
    server,
    `update role set sales_report = 'Self_Created_Only' where client_id = $1 and name = 'Administrator'`,
    [CLIENT],
  )
  const [user] = await askAdmin<{ id: string }>(
    server,
    `select id from app_user where username = 'admin.sanjeevani'`,
  )
  expect((await list(admin)).body.result.totals.sums).toBeNull()
  const own = await summary(admin)
  expect(own.body).toMatchObject({
    scope: { self_created: 1, invoices: 'All' },
    result: { total: { visits: 0 } },
  })
  const all = await admin.get('user/usersCreatedAppointments', { checkSelfCreated: 'Y' })
  expect(all.body.result).toEqual([])
  await putVisit(server, {
    start: new Date('2019-05-05T06:00:00Z'),
    createdBy: user?.id ?? '',
    lines: [{ charges: 1 }],
  })
  expect((await admin.get('user/usersCreatedAppointments', { checkSelfCreated: 'Y' })).body.result).toEqual([
    { id: user?.id, name: expect.any(String) },
  ])
  expect((await admin.get('user/usersCreatedAppointments')).body.result.length).toBeGreaterThan(1)
  await askAdmin(server, `update role set sales_report = 'All' where client_id = $1`, [CLIENT])
})

test('pages follow one another without a gap and the file’s pages have the same rows', async () => {
  for (let hour = 1; hour < 25; hour++)
    await putVisit(server, {
      start: new Date(Date.parse('2019-06-01T00:00:00Z') + Math.floor(hour / 4) * 3_600_000),
      lines: [{ charges: hour }],
    })
  const range = { from_date: '2019-06-01', to_date: '2019-06-01', ps: 10 }
  const pages = await Promise.all([1, 2, 3].map((p) => list(reception, { ...range, p })))
  expect(pages.map(({ body }) => body.result.page)).toEqual([
    { start: 0, total: 10, total_records: 24, cur_page: 1 },
    { start: 10, total: 10, total_records: 24, cur_page: 2 },
    { start: 20, total: 4, total_records: 24, cur_page: 3 },
  ])
  const ids = pages.flatMap(({ body }) => body.result.data.map(({ id }: { id: string }) => id))
  expect(new Set(ids).size).toBe(24)
  const file = await reception.post(`${PHP}report/visits/ALL`, { ...range, ps: 1000 })
  expect(file.body.result.data.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(file.body.result.page.total_records).toBe(24)
})

test.each([
  [{ to_date: '2019-03-13' }, { to_date: 'is before the first day' }],
  [{ to_date: '2029-03-14' }, { to_date: 'is at most 10 years from the first day' }],
  [{ from_date: '2019-02-30' }, { from_date: 'must be a date' }],
  [{ ps: 5 }, { ps: expect.any(String) }],
  [{ status: 13 }, { status: 'is not a status of visits' }],
  [{ sum: 1 }, { sum: 'is not a known field' }],
])('the input %j is refused as %j', async (filter, fields) => {
  const answer = await list(reception, filter)
  expect([answer.status, answer.body.fields]).toEqual([400, fields])
})

test('every response names its position of the feed', async () => {
  const head = async () =>
    (await askAdmin<{ pos: string }>(server, 'select pos from feed_head where client_id = $1', [CLIENT]))[0]
      ?.pos
  const { as_at } = (await list(admin)).body
  expect(as_at).toEqual({ pos: Number((await head()) ?? 0), at: server.clock.now.toISOString() })
})
