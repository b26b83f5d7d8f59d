import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoId } from '#server/features/demo/random.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, departmentsOf, KOTHRUD, putVisits, QUIET_DAY } from '../sales/books.ts'
import { type FlowStudy, putStudy } from './flow-fixture.ts'

let server: DemoServer
let admin: ApiUser
let manager: ApiUser
let machine: string
let department: string
const MEHTA = demoId('user', 'dr.mehta')
const IYER = demoId('user', 'dr.iyer')
const REFERRER = demoId('user', 'ref.bhat')
const RANGE = { from_date: QUIET_DAY, to_date: QUIET_DAY }
const MORNING = new Date(`${QUIET_DAY}T03:00:00Z`)

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  manager = await server.signIn('manager.andheri')
  const [found] = await askAdmin<{ id: string }>(
    server,
    'select id from machine where branch_id = $1 and active order by name limit 1',
    [ANDHERI],
  )
  machine = found?.id ?? ''
  department = (await departmentsOf(server)).get('MRI') ?? ''
})
afterAll(() => server.close())
beforeEach(async () => {
  await askAdmin(
    server,
    `delete from share_link where study_id in (select id from study where pat_name = 'Flow')`,
  )
  await askAdmin(
    server,
    `delete from report where study_id in (select id from study where pat_name = 'Flow')`,
  )
  await askAdmin(server, `delete from study where pat_name = 'Flow'`)
})

const flow = async (who: ApiUser, call: string, more: Record<string, string> = {}) =>
  who.get(`${PHP}flow/${call}`, more)
const turnaround = async (more: Record<string, string> = {}, who = admin) =>
  (await flow(who, 'turnaround', { ...RANGE, ...more })).body.result
const listed = async (filter: Record<string, string>) =>
  (await admin.post('study/getList', { flag: 'archives', ...filter })).body.result.page.total_records
const put = async (...studies: FlowStudy[]) => {
  const ids: string[] = []
  for (const study of studies) ids.push(await putStudy(server, study))
  return ids
}

/** Implements percentile_cont by its definition: interpolates between the two nearest sorted values. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return low + (high - low) * (place - Math.floor(place))
}

test('a step counts only studies with both times known, and returns their number', async () => {
  const [visit] = await putVisits(server, [
    {
      start: new Date(MORNING.getTime() - 40 * 60_000),
      lines: [{ charges: 100, department, machine, scanned: true }],
    },
  ])
  await askAdmin(
    server,
    `update visit set created = $2::timestamptz - interval '100 minutes', started_on = $2::timestamptz - interval '40 minutes'
     where id = $1`,
    [visit, MORNING],
  )
  const [line] = await askAdmin<{ id: string }>(
    server,
    `update visit_service set exm_start_dt = $2::timestamptz - interval '30 minutes', scanned_on = $2::timestamptz - interval '5 minutes'
     where visit_id = $1 returning id`,
    [visit, MORNING],
  )
  await put(
    {
      received: MORNING,
      status: 'Verified',
      assigned: 10,
      text: 25,
      signed: 60,
      verified: 80,
      delivered: 200,
      serviceId: line?.id ?? '',
    },
    // It was assigned after its first text, and is not verified.
    { received: MORNING, assigned: 50, text: 20, signed: 61 },
  )
  const { steps, ...all } = await turnaround()
  const waits = Object.fromEntries(
    steps.map(({ step, n, p50 }: { step: string; n: number; p50: number }) => [step, [n, p50]]),
  )
  expect(waits).toEqual({
    arrived: [1, 60],
    scan_start: [1, 10],
    scan_end: [1, 25],
    assigned: [1, 15],
    first_text: [2, 7.5],
    signed: [2, 38],
    verified: [1, 20],
    delivered: [1, 120],
  })
  expect(all).toMatchObject({
    studies: 2,
    with_target: 2,
    in_target: 1,
    received_signed: { n: 2, p50: 60.5 },
  })
})

test('a time without an agreed limit is in no share, and a full minute over the limit is late', async () => {
  const late = { received: new Date(MORNING.getTime() - 59_000), signed: 60 }
  await put(
    { received: MORNING, signed: 5, tat: 0 },
    { ...late, tat: 60 },
    { received: MORNING, signed: 61, tat: 60 },
  )
  expect(await turnaround()).toMatchObject({ studies: 3, with_target: 2, in_target: 1 })
})

test('percentiles match their definition, for any waits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 }),
      async (waits) => {
        await askAdmin(server, `delete from study where pat_name = 'Flow'`)
        await put(...waits.map((signed) => ({ received: MORNING, signed })))
        const { received_signed: found } = await turnaround()
        expect(found.n).toBe(waits.length)
        for (const [name, share] of Object.entries({ p50: 0.5, p80: 0.8, p95: 0.95 }))
          expect(found[name]).toBeCloseTo(percentile(waits, share), 6)
      },
    ),
    { numRuns: 8 },
  )
})

test('the studies of a figure are those of the list with its filter', async () => {
  await put(
    { received: MORNING, signed: 5 },
    { received: MORNING, signed: 5, modality: 'CT,MR' },
    { received: MORNING, signed: 5, modality: 'MR', branch: KOTHRUD },
    { received: MORNING, signed: 5, modality: 'MR', branch: null },
    // It was returned to Draft.
    { received: MORNING, signed: 5, status: 'Draft' },
  )
  const filters: Record<string, string>[] = [
    {},
    { modality: 'CT' },
    { modality: 'MR' },
    { branch_id: KOTHRUD },
  ]
  for (const filter of filters)
    expect((await turnaround(filter)).studies).toBe(
      await listed({ ...RANGE, ...filter, date_col: 'signed_on', assigned_type: 'Any' }),
    )
  expect((await turnaround()).studies).toBe(4)
  // A manager reads the figures of their own branch.
  expect((await turnaround({}, manager)).studies).toBe(2)
  expect((await flow(manager, 'turnaround', { ...RANGE, branch_id: KOTHRUD })).status).toBe(404)
})

test('pending studies are grouped by age, by doctor and by modality, and each group opens a list', async () => {
  await askAdmin(
    server,
    `update study set hidden = now() where status in ('Pending', 'Draft', 'ReadyForSign')`,
  )
  const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
  const open = { status: 'Draft', tat: 30 } as const
  await put(
    { ...open, received: ago(10), doctor: MEHTA },
    { ...open, received: ago(45), doctor: MEHTA, signer: IYER, modality: 'CT,MR' },
    { ...open, received: ago(90), doctor: MEHTA },
    { ...open, received: ago(90), signer: IYER },
    { ...open, received: ago(90), tat: 0, branch: KOTHRUD },
  )
  const { all, doctors, modalities } = (await flow(admin, 'ageing')).body.result
  expect(all).toEqual({ InTarget: 1, UpToTwice: 1, OverTwice: 2, NoTarget: 1 })
  expect(doctors.map((row: Record<string, unknown>) => [row.as, row.doctor_id, row.OverTwice])).toEqual([
    ['Assigned', MEHTA, 1],
    ['Signing', IYER, 1],
    ['Unassigned', null, 0],
  ])
  expect(modalities).toEqual([
    { modality: 'CT', InTarget: 1, UpToTwice: 1, OverTwice: 2, NoTarget: 1 },
    { modality: 'MR', InTarget: 0, UpToTwice: 1, OverTwice: 0, NoTarget: 0 },
  ])
  for (const [due, count] of Object.entries(all)) {
    expect(await listed({ due, assigned_type: 'Any' })).toBe(count)
    expect(await listed({ due, assigned_type: 'Assigned', assigned_doctor_id: MEHTA })).toBe(doctors[0][due])
    expect(await listed({ due, assigned_type: 'Unassigned' })).toBe(doctors[2][due])
    expect(await listed({ due, assigned_type: 'Any', modality: 'MR' })).toBe(modalities[1][due])
  }
  expect((await flow(manager, 'ageing')).body.result.all.NoTarget).toBe(0)
})

test('a machine’s minutes count once, inside and outside the open hours', async () => {
  const at = (time: string) => new Date(`${QUIET_DAY}T${time}:00+05:30`)
  const exam = (start: Date) => ({ start, lines: [{ charges: 100, department, machine, scanned: true }] })
  await askAdmin(server, `update visit set status = 12 where start_dt < '2019-04-01'`)
  const [, early = ''] = await putVisits(server, [
    // Slots of 15 minutes, the second of which overlaps the first by 5.
    exam(at('09:00')),
    exam(at('07:50')),
    exam(at('09:10')),
    { ...exam(at('11:00')), status: 12 },
    { ...exam(at('12:00')), status: 1 },
    { ...exam(at('13:00')), lines: [{ charges: 1, department, machine, cancelled: true }] },
  ])
  // A known scan replaces its slot: half an hour from 07:50, while the branch opens at 08:00.
  await askAdmin(server, `update visit_service set exm_start_dt = $2, scanned_on = $3 where visit_id = $1`, [
    early,
    at('07:50'),
    at('08:20'),
  ])
  const uses = (await flow(admin, 'machineUse', { ...RANGE, branch_id: ANDHERI })).body.result
  const use = uses.find(({ machine_id }: { machine_id: string }) => machine_id === machine)
  expect(use).toMatchObject({ exams: 3, used_minutes: 45, outside_minutes: 10, open_minutes: 720 })
  // A machine without examinations also counts as in use.
  expect(uses.length).toBeGreaterThan(1)
  expect(uses.at(-1).used_minutes).toBe(0)
  const services = await admin.get(`${PHP}report/salesServices`, {
    ...RANGE,
    branch_id: ANDHERI,
    machine_id: machine,
    cases: 'All',
  })
  expect(services.body.result.totals.visits).toBe(use.exams)
})

test('a day is compared with the same weekday of eight weeks, with the figures of BI', async () => {
  const day = '2018-05-21'
  const on = (text: string) => new Date(`${text}T06:00:00Z`)
  const lines = [{ charges: 500, department, machine }]
  await putVisits(server, [
    { start: on(day), lines, money: [{ minor: 500, day }] },
    { start: on('2018-05-14'), lines: [...lines, ...lines], money: [{ minor: 900, day: '2018-05-14' }] },
    { start: on('2018-05-15'), lines },
    { start: on('2018-03-26'), lines },
    { start: on('2018-03-19'), lines },
  ])
  const { result } = (await flow(admin, 'weekday', { day })).body
  expect(result.day).toEqual({ day, visits: 1, exams: 1, received: 5 })
  expect(result.before).toHaveLength(8)
  expect(result.before[0]).toEqual({ day: '2018-05-14', visits: 1, exams: 2, received: 9 })
  expect(result.before[7]).toEqual({ day: '2018-03-26', visits: 1, exams: 1, received: 0 })
  const bi = await admin.get(`${PHP}bi/paymentReceivedSummary`, { from_date: day, to_date: day })
  expect(bi.body.result.total).toBe(result.day.received)
})

test('a referrer who sends less than a third of the earlier months is listed as quiet, and opens the services', async () => {
  const lines = [{ charges: 100, department }]
  const on = (day: string, refDr = REFERRER) => ({ start: new Date(`${day}T06:00:00Z`), lines, refDr })
  await putVisits(server, [
    ...['2017-07-01', '2017-07-15', '2017-08-01', '2017-08-15', '2017-08-20'].map((day) => on(day)),
    ...['2017-09-01', '2017-09-02', '2017-09-03', '2017-09-04', '2017-09-10'].map((day) => on(day)),
    on('2017-10-15'),
    // The count is the same as before.
    ...['2017-07-01', '2017-08-01', '2017-09-01', '2017-10-10'].map((day) =>
      on(day, demoId('user', 'ref.shah')),
    ),
  ])
  const ask = async (day: string) =>
    (await flow(admin, 'quietReferrers', { day, dr_type: 'Doctor' })).body.result
  expect(await ask('2017-10-16')).toMatchObject([
    { ref_dr_id: REFERRER, recent: 1, earlier: 10, last_visit: '2017-10-15T06:00:00.000Z' },
  ])
  const services = await admin.get(`${PHP}report/salesServices`, {
    from_date: '2017-09-17',
    to_date: '2017-10-16',
    ref_dr_id: REFERRER,
    cases: 'All',
  })
  expect(services.body.result.totals.visits).toBe(1)
})

test('a department narrows every figure, and the lists behind them have the same number of rows', async () => {
  const day = '2018-08-20'
  const at = new Date(`${day}T06:00:00Z`)
  const other = (await departmentsOf(server)).get('CT') ?? ''
  const [here = '', there = ''] = await putVisits(server, [
    {
      start: at,
      lines: [{ charges: 500, department, machine, scanned: true }],
      money: [{ minor: 500, day }],
      refDr: REFERRER,
    },
    { start: at, lines: [{ charges: 700, department: other }] },
    { start: at, status: 12, lines: [{ charges: 700, department, cancelled: true }] },
  ])
  const lineOf = async (visit: string) =>
    (await askAdmin<{ id: string }>(server, 'select id from visit_service where visit_id = $1', [visit]))[0]
      ?.id ?? ''
  await put(
    { received: MORNING, signed: 30, serviceId: await lineOf(here) },
    { received: MORNING, signed: 90, serviceId: await lineOf(there) },
    { received: MORNING, signed: 90 },
    { received: MORNING, status: 'Pending', tat: 60, serviceId: await lineOf(here) },
    { received: MORNING, status: 'Pending', tat: 60, serviceId: await lineOf(there) },
  )
  expect(await turnaround({ department_id: department })).toMatchObject({ studies: 1, in_target: 1 })
  const of = { department_id: department, assigned_type: 'Any' }
  expect(await listed({ ...of, ...RANGE, date_col: 'signed_on' })).toBe(1)
  const { all, doctors, modalities } = (await flow(admin, 'ageing', { department_id: department })).body
    .result
  expect(await listed({ ...of, due: 'OverTwice' })).toBe(all.OverTwice)
  expect([doctors.length, modalities.length]).not.toContain(0)
  const wide = (await flow(admin, 'ageing')).body.result.all
  expect(all.OverTwice).toBeLessThan(wide.OverTwice)

  const range = { from_date: day, to_date: day }
  const uses = (await flow(admin, 'machineUse', { ...range, department_id: department })).body.result
  expect(new Set(uses.map((one: { department: string }) => one.department))).toEqual(new Set(['MRI']))
  const today = async (more: Record<string, string>) =>
    (await flow(admin, 'weekday', { day, ...more })).body.result.day
  expect(await today({})).toEqual({ day, visits: 2, exams: 2, received: 5 })
  expect(await today({ department_id: department })).toEqual({ day, visits: 1, exams: 1, received: null })
  const visits = await admin.post(`${PHP}report/visits`, {
    ...range,
    department_id: department,
    is_started: 'Y',
  })
  expect(visits.body.result.data).toHaveLength(1)
  const services = await admin.get(`${PHP}report/salesServices`, {
    ...range,
    department_id: department,
    cases: 'All',
  })
  expect(services.body.result.totals.visits).toBe(1)
  const quiet = async (department_id: string) =>
    (await flow(admin, 'quietReferrers', { day: '2017-10-16', dr_type: 'Doctor', department_id })).body.result
  expect(await quiet(department)).toMatchObject([{ ref_dr_id: REFERRER, recent: 1 }])
  expect(await quiet(other)).toEqual([])
})

test('the figures require the right to BI, whole days and at most a year', async () => {
  const desk = await server.signIn('reception.andheri')
  for (const [call, input] of Object.entries({
    turnaround: RANGE,
    ageing: {},
    machineUse: RANGE,
    weekday: { day: QUIET_DAY },
    quietReferrers: { day: QUIET_DAY, dr_type: 'Doctor' },
  })) {
    expect((await flow(desk, call, input as Record<string, string>)).body.code).toBe('not_permitted')
    expect((await flow(admin, call, { ...input, branch_id: MEHTA } as Record<string, string>)).status).toBe(
      404,
    )
    expect((await flow(admin, call, input as Record<string, string>)).body.as_at.at).toBe(NOW.toISOString())
  }
  const refused = async (from_date: string, to_date: string) =>
    (await flow(admin, 'machineUse', { from_date, to_date })).body.fields
  expect(await refused('2026-01-02', '2026-01-01')).toHaveProperty('to_date')
  expect(await refused('2025-01-01', '2026-01-03')).toEqual({
    to_date: 'must be within 366 days of from_date',
  })
  expect((await flow(admin, 'weekday', { day: 'soon' })).status).toBe(400)
})
