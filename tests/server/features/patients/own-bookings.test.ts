import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PATIENT_LINK } from '#server/features/demo/centre/people.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { BYTES, CLIENT } from '../parts-fixture.ts'
import { ANDHERI, feedOf } from '../reports/report-fixture.ts'

let server: DemoServer
let patient: ApiUser
let reception: ApiUser
beforeAll(async () => {
  server = await openDemo()
  patient = await signInByLink()
  reception = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

async function signInByLink(): Promise<ApiUser> {
  const { username, secret } = DEMO_PATIENT_LINK
  const payload = { username, password: secret }
  const { body } = await server.send({ method: 'POST', url: '/api/auth/patAutoLogin', payload })
  return server.apiUserOf(body.token)
}

const prove = (desk: ApiUser) => desk.post('portal/prove', { answer: '1984-03-02' })
const choices = async () => (await patient.get(`${PHP}patient/requestChoices`)).body.result

async function request(change: Record<string, unknown> = {}) {
  const { departments } = await choices()
  return {
    id: randomUUID(),
    branch_id: ANDHERI,
    department_id: departments[0].id,
    dob: '1984-03-02',
    gender: 'F',
    booking_date: '2026-12-01',
    booking_time: '10:30',
    exam_reason: 'Knee pain',
    ...change,
  }
}
const send = async (change: Record<string, unknown> = {}) =>
  patient.post(`${PHP}patient/saveAppointmentRequest`, await request(change))

async function upload(desk: ApiUser, name: string, bytes: Buffer): Promise<{ id: string; status: number }> {
  const id = randomUUID()
  const mark = 'request-boundary'
  const field = (key: string, value: string) =>
    `--${mark}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(field('id', id) + field('purpose', 'request_document') + head),
    bytes,
    Buffer.from(`\r\n--${mark}--\r\n`),
  ])
  const headers = {
    authorization: `Bearer ${desk.token}`,
    'content-type': `multipart/form-data; boundary=${mark}`,
  }
  return {
    id,
    status: (await server.send({ method: 'POST', url: '/api/file/upload', payload, headers })).status,
  }
}

const readFile = (desk: ApiUser, id: string) =>
  server.app.inject({ url: `/api/file/${id}`, headers: { authorization: `Bearer ${desk.token}` } })

test('a patient’s own pages show nothing before the identity is confirmed', async () => {
  for (const path of ['patient/bookings', 'patient/requestChoices', 'patient/appointmentRequests'])
    expect((await patient.get(PHP + path)).body.code).toBe('proof_needed')
  expect((await prove(patient)).status).toBe(200)
  expect((await choices()).dob).toBe('1984-03-02')
})

test('a request reaches the desk of its branch, in the branch’s local time, with the person’s own data', async () => {
  const answer = await send()
  expect(answer.body).toMatchObject({ success: true, message: expect.stringContaining('request was sent') })
  const { id } = answer.body.result
  const [row] = await askAdmin(server, 'select * from booking_request where id = $1', [id])
  expect(row).toMatchObject({
    source: 'Patient',
    status: 'Requested',
    pat_first_name: 'Asha',
    gender: 'Female',
    start_date: new Date('2026-12-01T05:00:00Z'),
    exam_reason: 'Knee pain',
  })
  expect((await feedOf(server, id)).map(({ scope }) => scope)).toEqual([`visits:${ANDHERI}`])
  const own = (await patient.get(`${PHP}patient/appointmentRequests`)).body.result
  expect(own[0]).toMatchObject({ id, status: 'Requested' })
})

test('a repeated request is one; past times, unknown places and invalid birth dates are refused', async () => {
  const input = await request()
  await patient.post(`${PHP}patient/saveAppointmentRequest`, input)
  const again = await patient.post(`${PHP}patient/saveAppointmentRequest`, input)
  expect(again.body.result.id).toBe(input.id)
  expect(await askAdmin(server, 'select id from booking_request where id = $1', [input.id])).toHaveLength(1)
  expect((await send({ booking_date: '2026-11-20' })).body.message).toBe('Past date booking not allowed.')
  const night = await send({ booking_time: '03:00' })
  expect([night.status, night.body.code]).toEqual([422, 'out_of_hours'])
  expect(night.body.fields).toEqual({
    booking_time: 'This location is open from 08:00 to 20:00. Choose a time in these hours.',
  })
  expect((await send({ booking_time: '20:00' })).body.code).toBe('out_of_hours')
  expect((await send({ branch_id: randomUUID() })).body.fields).toEqual({ branch_id: 'Choose a location.' })
  for (const [dob, why] of [
    ['2030-01-01', 'lies in the future'],
    ['1700-01-01', 'lies more than 150 years back'],
  ])
    expect((await send({ dob })).body.fields).toEqual({ dob: `Date of birth ${why}.` })
})

test('the patient’s own document is sent with the request, and only the desk reads it', async () => {
  const file = await upload(patient, 'letter.pdf', BYTES.pdf)
  expect(file.status).toBe(200)
  expect((await readFile(reception, file.id)).statusCode).toBe(404)
  const answer = await send({ doc_file_id: file.id, is_doc_pdf: 1 })
  expect(answer.status).toBe(200)
  expect((await readFile(reception, file.id)).statusCode).toBe(200)
  expect((await readFile(patient, file.id)).statusCode).toBe(200)
  expect((await readFile(await server.signIn('dr.iyer'), file.id)).statusCode).toBe(404)
  expect((await readFile(await server.signIn('admin.alnoor'), file.id)).statusCode).toBe(404)
  expect((await send({ doc_file_id: file.id })).body.fields).toEqual({
    doc_file_id: 'Choose the document again.',
  })
  expect((await upload(patient, 'virus.exe', BYTES.exe)).status).toBe(400)
  expect((await upload(reception, 'letter.pdf', BYTES.pdf)).status).toBe(422)
})

test('bookings are the patient’s own visits and examinations, and staff have no such pages', async () => {
  const { result } = (await patient.get(`${PHP}patient/bookings`)).body
  expect(result.name).toBe('Asha Kamat')
  expect(result.studies.length).toBeGreaterThan(0)
  expect(new Set(result.studies.map(({ pat_name }: { pat_name: string }) => pat_name))).toEqual(
    new Set(['Asha Kamat']),
  )
  expect((await reception.get(`${PHP}patient/bookings`)).status).toBe(404)
})

test('an upcoming visit has its status as a number, for pages in other languages', async () => {
  await askAdmin(
    server,
    `update visit set status = 3, start_dt = '2026-12-05T05:00:00Z' where client_id = $1 and id = (
      select v.id from visit v join patient p on p.client_id = v.client_id and p.id = v.patient_id
      where v.client_id = $1 and p.fname = 'Asha' and p.lname = 'Kamat' order by v.start_dt desc limit 1)`,
    [CLIENT],
  )
  const { upcoming } = (await patient.get(`${PHP}patient/bookings`)).body.result
  expect(upcoming).toMatchObject([{ status: 3, status_name: 'Rescheduled' }])
})

test('a patient with many unhandled requests is asked to wait', async () => {
  await askAdmin(server, "delete from booking_request where client_id = $1 and source = 'Patient'", [CLIENT])
  const answers = []
  for (let n = 0; n < 11; n++) answers.push(await send())
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  // Checked by its code, because the page shows the message in the patient's language.
  expect([answers.at(-1)?.status, answers.at(-1)?.body.code]).toEqual([422, 'requests_waiting'])
})
