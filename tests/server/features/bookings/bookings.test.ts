import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { machineIdOf, serviceIdOf } from '#server/features/demo/insert-catalogue.ts'
import { tagIdOf } from '#server/features/demo/tags.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type DemoServer, type Desk, openDemo } from '../open-demo.ts'

const CLIENT = SANJEEVANI.id
const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id) as [string, string]

let server: DemoServer
let desk: Desk
let ct: string

beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  const rows = await askAdmin<{ id: string }>(
    server,
    `select department_id as id from machine where id = $1`,
    [machineIdOf(ANDHERI, 'CT 1')],
  )
  ct = rows[0]?.id ?? ''
})
afterAll(() => server?.close())

interface Wish {
  branch_id?: string | null
  status?: string
  first?: string
  last?: string
  mobile?: string
  pat_id?: string
  dob?: string
  patient_id?: string | null
  start?: string
  tag_id?: string | null
  accession?: string
}

async function put(wish: Wish = {}): Promise<string> {
  const id = randomUUID().replace(/^(.{14})./, '$17')
  await askAdmin(
    server,
    `insert into booking_request (client_id, id, source, status, branch_id, department_id, pat_first_name,
      pat_last_name, pat_dob, gender, mobile, pat_id, patient_id, start_date, tag_id, exam_reason, ipno, bedno,
      accession_no, created)
     values ($1, $2, 'HL7', $3, $4, $5, $6, $7, $8, 'Female', $9, $10, $11, $12, $13, 'Headache', 'IP-1', 'B-2', $14,
      '2026-11-21T08:00:00Z')`,
    [
      CLIENT,
      id,
      wish.status ?? 'Requested',
      wish.branch_id === undefined ? ANDHERI : wish.branch_id,
      ct,
      wish.first ?? 'Vimala',
      wish.last ?? 'Kadambari',
      wish.dob ?? '1950-06-01',
      wish.mobile ?? '9000088776',
      wish.pat_id ?? '',
      wish.patient_id ?? null,
      wish.start ?? '2026-11-23T05:00:00Z',
      wish.tag_id ?? null,
      wish.accession ?? '',
    ],
  )
  return id
}

const list = async (body: Record<string, unknown> = {}, by = desk): Promise<BookingRow[]> =>
  (await by.post('hisbr/hisBookingRequests', { status: 'Requested', ps: 100, ...body })).body.result.data
const convert = (request_id: string, change: Record<string, unknown> = {}) =>
  desk.post('hisbr/convertHisAppointment', {
    request_id,
    start_dt: '2026-11-23T05:00:00Z',
    department_id: ct,
    machine_id: machineIdOf(ANDHERI, 'CT 1'),
    service: serviceIdOf(SANJEEVANI, 'CT-BRN'),
    ...change,
  })
const setStatus = (request_id: string, status: string, by = desk) =>
  by.post('hisbr/setHisBookingRequestStatus', { request_id, status })

test('a desk sees the requests of its branches, an administrator those without a branch too', async () => {
  const [own, other, nowhere] = [
    await put(),
    await put({ branch_id: KOTHRUD }),
    await put({ branch_id: null }),
  ]
  const seen = (await list()).map(({ id }) => id)
  expect(seen).toContain(own)
  expect(seen).not.toContain(other)
  expect(seen).not.toContain(nowhere)
  const all = (await list({}, await server.signIn('admin.sanjeevani'))).map(({ id }) => id)
  expect(all).toEqual(expect.arrayContaining([own, other, nowhere]))
})

test('the list is narrowed by tag, branch and a word of id or name, and sorted as asked', async () => {
  const tag_id = tagIdOf(CLIENT, 'Teaching')
  const first = await put({ first: 'Zubeida', last: 'Kohli', tag_id, start: '2026-12-01T05:00:00Z' })
  const second = await put({ first: 'Zubeida', last: 'Lal', start: '2026-12-05T05:00:00Z' })
  const third = await put({ first: 'Zubeida', last: 'Rao', pat_id: 'MRN-77', start: '2026-12-03T05:00:00Z' })
  const ids = async (filter: Record<string, unknown>) =>
    (await list({ k: 'zubeida', ...filter })).map(({ id }) => id)
  expect(await ids({ sort_by: 'date_asc' })).toEqual([first, third, second])
  expect(await ids({ sort_by: 'date_desc' })).toEqual([second, third, first])
  expect(await ids({ sort_by: 'tag_top' })).toEqual([first, second, third])
  expect(await ids({ tag_ids: tag_id })).toEqual([first])
  expect(await ids({ k: 'kohli zub' })).toEqual([first])
  expect(await ids({ k: 'mrn-77' })).toEqual([third])
  expect(await ids({ branch_id: KOTHRUD })).toEqual([])
  expect(await ids({ ps: 2, p: 2, sort_by: 'date_asc' })).toEqual([second])
})

test('a request becomes a visit of a new patient at its machine, with what it said', async () => {
  const id = await put({ accession: 'HIS-9001' })
  const { status, body } = await convert(id)
  expect([status, body.message]).toEqual([200, 'Converted'])
  const { visit, request } = body.result
  expect(visit).toMatchObject({
    id: body.appt_id,
    name: 'Vimala Kadambari',
    dob: '1950-06-01',
    branch_id: ANDHERI,
    status: 1,
    start_dt: '2026-11-23T05:00:00.000Z',
    end_dt: '2026-11-23T05:20:00.000Z',
    ipno: 'IP-1',
    bedno: 'B-2',
  })
  expect(visit.services).toMatchObject([
    { code: 'CT-BRN', machine_id: machineIdOf(ANDHERI, 'CT 1'), accession_no: 'HIS-9001' },
  ])
  expect(visit.net_charges).toBeGreaterThan(0)
  expect(request).toMatchObject({
    status: 'Converted',
    appt_id: visit.id,
    visit_status: 1,
    visit_status_name: 'Booked',
  })
  expect(request.converted_by_name).not.toBe('')
  const comments = await askAdmin<{ comment: string; type: string }>(
    server,
    'select comment, type from visit_comment where visit_id = $1',
    [visit.id],
  )
  expect(comments).toEqual([{ comment: 'Headache', type: 'Exam_Reason' }])
  expect((await list({ status: 'Converted', visit_status: 1 })).map((row) => row.id)).toContain(id)
  expect((await list({ status: 'Converted', visit_status: 4 })).map((row) => row.id)).not.toContain(id)
})

test('a slot that is taken is refused with the free ones, the request waits on, and a free one is taken', async () => {
  const id = await put({ first: 'Latha', last: 'Second', mobile: '9000077001' })
  const refused = await convert(id)
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    422,
    'slot_taken',
    'This slot is already booked.',
  ])
  expect(refused.body.current.length).toBeGreaterThan(0)
  expect((await list()).find((row) => row.id === id)?.status).toBe('Requested')
  const people = await askAdmin(server, `select 1 from patient where mobile = '9000077001'`)
  expect(people, 'a refused conversion registers nobody').toEqual([])
  const [free] = refused.body.current as { start_dt: string; machine_id: string }[]
  const taken = await convert(id, { start_dt: free?.start_dt, machine_id: free?.machine_id })
  expect(taken.status).toBe(200)
})

test('a request is converted once', async () => {
  const [row] = await list({ status: 'Converted' })
  const again = await convert(row?.id ?? '', { start_dt: '2026-11-24T05:00:00Z' })
  expect([again.status, again.body.message]).toEqual([422, 'This request is Converted already.'])
})

test('a patient who is known by id is taken, unless somebody else was born then', async () => {
  const [patient] = await askAdmin<{ id: string; pat_id: string; dob: string }>(
    server,
    `select id, pat_id, dob::text from patient where client_id = $1 and dob is not null and hidden is null order by id limit 1`,
    [CLIENT],
  )
  const known = await put({ pat_id: patient?.pat_id ?? '', dob: patient?.dob ?? '' })
  const { body } = await convert(known, { start_dt: '2026-11-24T06:00:00Z' })
  expect(body.result.visit.patient_id).toBe(patient?.id)
  const other = await put({ pat_id: patient?.pat_id ?? '', dob: '1931-01-01' })
  const refused = await convert(other, { start_dt: '2026-11-24T07:00:00Z' })
  expect(refused.status).toBe(422)
  expect(refused.body.message).toContain('another date of birth')
  const chosen = await convert(other, { start_dt: '2026-11-24T07:00:00Z', patient_id: patient?.id })
  expect(chosen.body.result.visit.patient_id).toBe(patient?.id)
})

test('likely duplicates are shown before somebody new is registered', async () => {
  const id = await put()
  const refused = await convert(id, { start_dt: '2026-11-24T08:00:00Z' })
  expect([refused.status, refused.body.code]).toEqual([422, 'likely_duplicate'])
  expect(refused.body.current[0].patient.fname).toBe('Vimala')
  const { status, body } = await convert(id, { start_dt: '2026-11-24T08:00:00Z', is_new_patient: 1 })
  expect(status).toBe(200)
  expect(body.result.visit.patient_id).not.toBe(refused.body.current[0].patient.id)
})

test.each([
  ['a machine of another branch', { machine_id: machineIdOf(KOTHRUD, 'CT 1') }, 'machine_id'],
  ['a machine of another department', { machine_id: machineIdOf(ANDHERI, 'MRI 1') }, 'machine_id'],
  ['a service of another department', { service: serviceIdOf(SANJEEVANI, 'MR-BRNC') }, 'service'],
])('%s is refused at its field', async (_, change, field) => {
  const { status, body } = await convert(await put(), change)
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual([field])
})

test('states go one way, and only Convert makes a visit', async () => {
  const id = await put()
  expect((await setStatus(id, 'Converted')).status).toBe(422)
  const completed = await setStatus(id, 'Completed')
  expect(completed.body.result.request).toMatchObject({ status: 'Completed' })
  expect(completed.body.result.request.status_updated_by_name).not.toBe('')
  expect((await setStatus(id, 'Cancelled')).body.message).toBe('This request is Completed already.')
  expect((await convert(id)).status).toBe(422)
})

test('a request of another branch does not exist', async () => {
  const id = await put({ branch_id: KOTHRUD })
  expect((await setStatus(id, 'Cancelled')).status).toBe(404)
  expect((await convert(id)).status).toBe(404)
})

test('Delete For Selected Branch hides the requested ones of that branch alone, and notes each', async () => {
  const gone = await put({ first: 'Gone' })
  const done = await put({ first: 'Done', status: 'Completed' })
  const away = await put({ branch_id: KOTHRUD, first: 'Away' })
  expect((await desk.post('hisbr/deleteAllHisBookingRequests', { branch_id: KOTHRUD })).status).toBe(404)
  const { body } = await desk.post('hisbr/deleteAllHisBookingRequests', { branch_id: ANDHERI })
  expect(body.result.deleted).toBeGreaterThan(0)
  expect(await list()).toEqual([])
  expect((await list({ status: 'Completed' })).map(({ id }) => id)).toContain(done)
  const kept = await askAdmin<{ id: string }>(
    server,
    'select id from booking_request where id = any($1) and hidden is null',
    [[gone, away]],
  )
  expect(kept.map(({ id }) => id)).toEqual([away])
  const trail = await readAudit(server, CLIENT, 'booking_request')
  expect(trail.filter(({ action, record_id }) => action === 'delete' && record_id === gone)).toHaveLength(1)
})

test('devices of the desk are told of a request that changed and of one that is gone', async () => {
  const id = await put()
  const bodies = async () => {
    const rows = []
    for (let cursor = ''; ; ) {
      const { body } = await desk.get('sync/pull', cursor ? { cursor, limit: '2000' } : { limit: '2000' })
      rows.push(...body.rows)
      cursor = body.cursor
      if (!body.more) return rows.filter((row) => row.type === 'booking_request')
    }
  }
  expect((await bodies()).find((row) => row.id === id)?.body).toMatchObject({
    status: 'Requested',
    branch_id: ANDHERI,
  })
  await setStatus(id, 'Cancelled')
  expect((await bodies()).findLast((row) => row.id === id)?.body.status).toBe('Cancelled')
})

test('a technician has no desk', async () => {
  const technician = await server.signIn('tech.andheri')
  expect((await setStatus(await put(), 'Cancelled', technician)).body.code).toBe('not_permitted')
})
