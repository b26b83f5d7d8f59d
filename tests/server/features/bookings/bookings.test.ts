import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { machineIdOf, serviceIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { DEMO_PATIENT_LINK, DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { tagIdOf } from '#server/features/demo/centre/tags.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { demoId } from '#server/features/demo/random.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { BYTES } from '../parts-fixture.ts'
import { feedOf } from '../reports/report-fixture.ts'

const CLIENT = SANJEEVANI.id
const PATIENT = demoId('user', DEMO_PATIENT_LINK.username)
const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id) as [string, string]

let server: DemoServer
let desk: ApiUser
let ct: string
let cardiology: string

beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
  const rows = await askAdmin<{ id: string }>(
    server,
    `select department_id as id from machine where id = $1`,
    [machineIdOf(ANDHERI, 'CT 1')],
  )
  ct = rows[0]?.id ?? ''
  const clinic = await askAdmin<{ id: string }>(server, `select id from department where name = 'Cardiology'`)
  cardiology = clinic[0]?.id ?? ''
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
  department_id?: string
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
      wish.department_id ?? ct,
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

test('a desk sees the requests of its branches, and an administrator also those without a branch', async () => {
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

test('the list is filtered by tag, branch and a word of id or name, and sorted as requested', async () => {
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
  expect(await ids({ k: 'mrn-77 zub' })).toEqual([third])
  expect(await ids({ k: 'zubeida khan' })).toEqual([])
  expect(await ids({ k: 'mrn-77' })).toEqual([third])
  expect(await ids({ branch_id: KOTHRUD })).toEqual([])
  expect(await ids({ ps: 2, p: 2, sort_by: 'date_asc' })).toEqual([second])
})

test('a request becomes a visit of a new patient at its machine, with the requested details', async () => {
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

test('a taken slot is refused with the free ones, the request keeps waiting, and a free slot is accepted', async () => {
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

test('a patient known by id is used, unless the birth date differs', async () => {
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

test('likely duplicates are shown before a new patient is registered', async () => {
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

const personOf = (username: string) => DEMO_PEOPLE.find((one) => one.username === username)?.id ?? ''
const withDoctor = (request_id: string, change: Record<string, unknown> = {}) =>
  convert(request_id, {
    department_id: cardiology,
    machine_id: undefined,
    doctor_id: personOf('dr.rao'),
    service: serviceIdOf(SANJEEVANI, 'CL-CARD'),
    ...change,
  })

test('a request for the clinic becomes a visit with its doctor, in a slot of the department', async () => {
  const id = await put({ first: 'Kamini', last: 'Vaze', mobile: '9000077101', department_id: cardiology })
  const { status, body } = await withDoctor(id)
  expect([status, body.message]).toEqual([200, 'Converted'])
  const { visit, request } = body.result
  expect(visit).toMatchObject({ is_radiology: 0, branch_id: ANDHERI, status: 1, ipno: 'IP-1' })
  expect(visit.machines).toMatchObject([{ machine_id: null, doctor_id: personOf('dr.rao') }])
  const [slot] = await askAdmin<{ minutes: number }>(
    server,
    'select slot_duration as minutes from department_client where client_id = $1 and id = $2',
    [CLIENT, cardiology],
  )
  expect(Date.parse(visit.end_dt) - Date.parse(visit.start_dt)).toBe((slot?.minutes ?? 0) * 60_000)
  expect(request).toMatchObject({ status: 'Converted', appt_id: visit.id, visit_status_name: 'Booked' })
  // A clinic doctor sees one visit at a time (docs/decisions/144).
  const other = await put({ patient_id: await somebody(), department_id: cardiology })
  const taken = await withDoctor(other)
  expect([taken.status, taken.body.code]).toEqual([422, 'slot_taken'])
  expect(taken.body.current[0]).toMatchObject({ machine_id: null, doctor_id: personOf('dr.rao') })
})

test.each([
  ['nobody', { doctor_id: undefined }, 'doctor_id'],
  ['a radiologist', { doctor_id: personOf('dr.mehta') }, 'doctor_id'],
  ['a machine', { machine_id: machineIdOf(ANDHERI, 'CT 1') }, 'machine_id'],
  ['a service of radiology', { service: serviceIdOf(SANJEEVANI, 'CT-BRN') }, 'service'],
])('in the clinic %s instead of the doctor’s is refused at its field', async (_, change, field) => {
  const { status, body } = await withDoctor(await put({ department_id: cardiology }), change)
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual([field])
})

test('in radiology a machine is required', async () => {
  const { body } = await convert(await put(), { machine_id: undefined })
  expect(body.fields).toEqual({ machine_id: 'is required' })
})

/** Returns the appointment form's booking for a request. */
function bookingFor(booking_request_id: string, start_dt: string, patient_id: string) {
  const end_dt = new Date(Date.parse(start_dt) + 20 * 60_000).toISOString()
  const line = { id: randomUUID(), service_id: serviceIdOf(SANJEEVANI, 'CT-BRN'), charges: 2500, discount: 0 }
  const machine_id = machineIdOf(ANDHERI, 'CT 1')
  const machines = [{ id: randomUUID(), machine_id, start_dt, end_dt, services: [line] }]
  return {
    id: randomUUID(),
    is_radiology: 1,
    branch_id: ANDHERI,
    patient_id,
    discount_head_id: null,
    ref_dr_scheme_id: null,
    ref_dr_scheme_type: '',
    start_dt,
    end_dt,
    tag_id: null,
    package_id: null,
    departments: [{ id: ct, ref_hospital_id: null, ref_dr_id: null, other_ref_dr_ids: null, machines }],
    booking_request_id,
  }
}
const save = (booking: object, by = desk) => by.post(`${PHP}appt/save`, booking)
const somebody = async () =>
  (
    await askAdmin<{ id: string }>(
      server,
      'select id from patient where client_id = $1 and hidden is null order by id limit 1',
      [CLIENT],
    )
  )[0]?.id ?? ''
const requestRow = async (id: string) =>
  (
    await askAdmin<{ status: string; visit_id: string | null }>(
      server,
      'select status, visit_id from booking_request where id = $1',
      [id],
    )
  )[0]
const reasonsOf = (visit: string) =>
  askAdmin(server, 'select comment from visit_comment where visit_id = $1', [visit])

test('a booking form that names a request converts it in the same action, and a repeat is one', async () => {
  const id = await put({ accession: 'HIS-9177' })
  const booking = bookingFor(id, '2026-11-25T05:00:00Z', await somebody())
  const first = await save(booking)
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect(first.body.result.visit).toMatchObject({ ipno: 'IP-1', services: [{ accession_no: 'HIS-9177' }] })
  expect(await requestRow(id)).toEqual({ status: 'Converted', visit_id: booking.id })
  expect((await save(booking)).status).toBe(200)
  expect(await reasonsOf(booking.id)).toEqual([{ comment: 'Headache' }])
  const trail = await readAudit(server, CLIENT, 'booking_request')
  expect(trail.filter(({ action, record_id }) => action === 'convert' && record_id === id)).toHaveLength(1)
  expect((await list({ status: 'Converted' })).find((row) => row.id === id)?.appt_id).toBe(booking.id)
})

test('a booking for a request already converted by somebody else is refused completely', async () => {
  const id = await put()
  expect((await save(bookingFor(id, '2026-11-25T06:00:00Z', await somebody()))).status).toBe(200)
  const late = bookingFor(id, '2026-11-25T07:00:00Z', await somebody())
  const refused = await save(late)
  expect([refused.status, refused.body.message]).toEqual([422, 'This request is Converted already.'])
  expect(await askAdmin(server, 'select 1 from visit where id = $1', [late.id])).toEqual([])
  // Without the request it is an ordinary booking.
  const { booking_request_id: _, ...alone } = late
  expect((await save(alone)).status).toBe(200)
})

test('a refused booking leaves its request waiting; another branch’s request is not found', async () => {
  const id = await put()
  const past = bookingFor(id, '2026-11-20T07:00:00Z', await somebody())
  expect((await save(past)).body.code).toBe('past_booking')
  expect(await requestRow(id)).toEqual({ status: 'Requested', visit_id: null })
  const away = bookingFor(await put({ branch_id: KOTHRUD }), '2026-11-25T08:00:00Z', await somebody())
  expect((await save(away)).status).toBe(404)
  const admin = await server.signIn('admin.sanjeevani')
  expect((await save(away, admin)).body.fields).toEqual({ branch_id: 'is not the branch of the request' })
  const known = bookingFor(id, '2026-11-25T08:00:00Z', await somebody())
  const { booking_request_id: _, ...plain } = known
  const { body } = await save(plain)
  expect((await save({ ...known, rev: body.result.visit.rev })).body.fields).toHaveProperty(
    'booking_request_id',
  )
})

/** Inserts a request with the patient's file, as `patient/saveAppointmentRequest` leaves it. */
async function putWithPaper(wish: Wish): Promise<{ request: string; file: string }> {
  const [request, file] = [await put(wish), randomUUID()]
  const place = { clientId: CLIENT, id: file, ownerId: request, purpose: 'request_document' } as const
  const paper = { name: 'prescription.png', mime: 'image/png', bytes: BYTES.png }
  await server.app.kernel.keepFile({ ...place, ...paper, createdBy: PATIENT })
  await askAdmin(server, 'update booking_request set doc_file_id = $2 where id = $1', [request, file])
  return { request, file }
}
const readFile = async (by: ApiUser, id: string) => {
  const headers = { authorization: `Bearer ${by.token}` }
  return (await server.app.inject({ url: `/api/file/${id}`, headers })).statusCode
}

test('a patient’s document is readable by the users of the request, and later by those who see its visit', async () => {
  const { request, file } = await putWithPaper({ first: 'Usha', last: 'Paper', mobile: '9000077103' })
  const [technician, kothrud, doctor, foreign] = await Promise.all(
    ['tech.andheri', 'reception.kothrud', 'dr.iyer', 'admin.alnoor'].map((name) => server.signIn(name)),
  )
  if (!technician || !kothrud || !doctor || !foreign) throw new Error('the demo misses somebody')
  const readers = async () =>
    Promise.all([desk, technician, kothrud, doctor, foreign].map((by) => readFile(by, file)))
  expect(await readers()).toEqual([200, 404, 404, 404, 404])
  expect((await list()).find(({ id }) => id === request)?.doc_file_id).toBe(file)
  const { body } = await convert(request, { start_dt: '2026-11-25T09:00:00Z' })
  expect(await readers()).toEqual([200, 200, 404, 404, 404])
  const { body: papers } = await technician.get(`${PHP}appt/documents/${body.appt_id}`)
  expect(papers.result).toMatchObject([
    {
      tag: 'Booking request',
      tag_id: null,
      name: 'prescription.png',
      file_id: file,
      is_image: 1,
      uploaded_by_id: PATIENT,
    },
  ])
  // It is the same file, not another one with the same content.
  expect(
    await askAdmin(server, 'select id from file where owner_id = any($1)', [[request, body.appt_id]]),
  ).toEqual([{ id: file }])
  expect((await feedOf(server, papers.result[0].id)).map(({ scope }) => scope)).toEqual([`visits:${ANDHERI}`])
  expect(await readAudit(server, CLIENT, 'file')).toContainEqual(
    expect.objectContaining({ action: 'read', record_id: file }),
  )
})

test('the document of a deleted request is not readable at the desk', async () => {
  const { request, file } = await putWithPaper({})
  await askAdmin(server, 'update booking_request set hidden = now() where id = $1', [request])
  expect(await readFile(desk, file)).toBe(404)
})

test('states change in one direction, and only Convert creates a visit', async () => {
  const id = await put()
  expect((await setStatus(id, 'Converted')).status).toBe(422)
  const completed = await setStatus(id, 'Completed')
  expect(completed.body.result.request).toMatchObject({ status: 'Completed' })
  expect(completed.body.result.request.status_updated_by_name).not.toBe('')
  expect((await setStatus(id, 'Cancelled')).body.message).toBe('This request is Completed already.')
  expect((await convert(id)).status).toBe(422)
})

test('a request of another branch is not found', async () => {
  const id = await put({ branch_id: KOTHRUD })
  expect((await setStatus(id, 'Cancelled')).status).toBe(404)
  expect((await convert(id)).status).toBe(404)
})

test('Delete For Selected Branch hides only the requested ones of that branch, and records each', async () => {
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

test('the desk’s devices receive a changed request and the removal of a deleted one', async () => {
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

test('a technician has no access to the desk', async () => {
  const technician = await server.signIn('tech.andheri')
  expect((await setStatus(await put(), 'Cancelled', technician)).body.code).toBe('not_permitted')
})

test('the machine receives the study UID of the hospital’s order', async () => {
  const id = await put({ accession: 'HIS-9055', first: 'Uma', last: 'Uid', mobile: '9000088101' })
  await askAdmin(server, `update booking_request set study_iuid = '1.2.752.55.1' where id = $1`, [id])
  const { body } = await convert(id, { start_dt: '2026-12-17T07:00:00Z' })
  expect(body.message).toBe('Converted')
  const [service] = await askAdmin<{ study_iuid: string }>(
    server,
    'select study_iuid from visit_service where visit_id = $1',
    [body.appt_id],
  )
  expect(service?.study_iuid).toBe('1.2.752.55.1')
})
