import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PATIENT_LINK } from '#server/features/demo/centre/people.ts'
import { createDispatchJob } from '#server/features/integrations/dispatch-job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { openMessageGateway } from '#tests/helpers/network/message-gateway.ts'
import { answerAs, putRequest, putStudyOf } from '../ai/ai-fixture.ts'
import { openWebPartner } from '../integrations/partner.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { ANDHERI, feedOf, personId, putStudy, save } from '../reports/report-fixture.ts'
import { putShared, setSettings } from '../sharing/share-fixture.ts'
import { toldOf, whoIsTold } from './bell-fixture.ts'

let server: DemoServer
let admin: ApiUser
let mehta: ApiUser
let iyer: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

const assign = (desk: ApiUser, study_id: string, writer: string | null, signer: string | null = null) =>
  desk.post(`${PHP}assignDoctor`, {
    study_id,
    assigned_doctor_id: writer && personId(writer),
    signed_by_doctor_id: signer && personId(signer),
  })
const markCritical = (desk: ApiUser, study_id: string, tag_name = 'Critical result') =>
  desk.post('study/assignCriticalTag', { study_id, tag_name })

test('an assignment notifies only the doctor who gets the study', async () => {
  const study = await putStudy(server)
  expect((await assign(admin, study, 'dr.iyer')).status).toBe(200)
  expect(await toldOf(server, study)).toMatchObject([
    {
      username: 'dr.iyer',
      kind: 'study_assigned',
      subject_type: 'study',
      by_id: personId('admin.sanjeevani'),
      times: 1,
    },
  ])
  const [told] = await toldOf(server, study)
  expect(await feedOf(server, told?.id ?? '')).toEqual([
    expect.objectContaining({ type: 'notification', op: 'put', scope: `user:${personId('dr.iyer')}` }),
  ])
})

test('a doctor who takes a study is not notified; the doctor who loses it has nothing left to read', async () => {
  const study = await putStudy(server)
  expect((await assign(mehta, study, 'dr.mehta')).status).toBe(200)
  expect(await toldOf(server, study)).toEqual([])
  await assign(admin, study, 'dr.khan', 'dr.mehta')
  // It was already assigned to dr.mehta.
  expect(await whoIsTold(server, 'study_assigned', study)).toEqual(['dr.khan'])
  await assign(admin, study, 'dr.iyer', 'dr.mehta')
  expect(await whoIsTold(server, 'study_assigned', study)).toEqual(['dr.iyer'])
})

test('a refused assignment notifies nobody', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  expect((await assign(iyer, study, 'dr.khan')).body.code).toBe('not_permitted')
  expect(await toldOf(server, study)).toEqual([])
})

test('a critical result notifies its doctor and the users who may record it there', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  expect((await markCritical(mehta, study)).status).toBe(200)
  const told = await whoIsTold(server, 'critical_result', study)
  expect(told).toContain('dr.iyer')
  expect(told).toContain('admin.sanjeevani')
  // The finder, another branch, a desk and a technician are not notified.
  for (const other of ['dr.mehta', 'reception.kothrud', 'reception.andheri', 'tech.andheri', 'admin.alnoor'])
    expect(told, other).not.toContain(other)
})

test('another critical tag of the study renews the unread row; closing the last record clears it', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await markCritical(mehta, study)
  const before = (await toldOf(server, study)).find(({ username }) => username === 'dr.iyer')
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  await markCritical(mehta, study, '')
  const id = randomUUID()
  await mehta.post('study/assignCriticalTag', {
    study_id: study,
    tag_name: 'Critical result',
    critical_id: id,
  })
  const rows = (await toldOf(server, study)).filter(({ username }) => username === 'dr.iyer')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ id: before?.id, times: 2, rev: 2 })
  expect(rows[0]?.created.getTime()).toBe((before?.created.getTime() ?? 0) + 60_000)
  const open = (await mehta.get(`study/criticals/${study}`)).body.result as { id: string }[]
  const close = { told_to: '', told_how: '', told_on: null, read_back: 0, note: 'Known.', is_closed: 1 }
  const [first, ...others] = open
  await mehta.post('study/saveCritical', { id: first?.id, study_id: study, ...close })
  expect(await whoIsTold(server, 'critical_result', study)).toContain('dr.iyer')
  for (const { id: other } of others)
    await mehta.post('study/saveCritical', { id: other, study_id: study, ...close })
  expect(await whoIsTold(server, 'critical_result', study)).toEqual([])
})

test('a doctor who takes over a study with an open critical result is notified', async () => {
  const study = await putStudy(server, { writer: 'dr.iyer' })
  await markCritical(mehta, study)
  await assign(admin, study, 'dr.khan')
  expect(await whoIsTold(server, 'critical_result', study)).toContain('dr.khan')
})

test('a booking request notifies the desk of its branch until somebody handles it', async () => {
  const { username, secret } = DEMO_PATIENT_LINK
  const payload = { username, password: secret }
  const { body } = await server.send({ method: 'POST', url: '/api/auth/patAutoLogin', payload })
  const patient = server.apiUserOf(body.token)
  await patient.post('portal/prove', { answer: '1984-03-02' })
  const { departments } = (await patient.get(`${PHP}patient/requestChoices`)).body.result
  const id = randomUUID()
  const sent = await patient.post(`${PHP}patient/saveAppointmentRequest`, {
    id,
    branch_id: ANDHERI,
    department_id: departments[0].id,
    dob: '1984-03-02',
    gender: 'F',
    booking_date: '2026-12-01',
    booking_time: '10:30',
    exam_reason: 'Knee pain',
  })
  expect(sent.body.success).toBe(true)
  const told = await whoIsTold(server, 'booking_request', id)
  expect(told).toContain('reception.andheri')
  for (const other of ['reception.kothrud', 'dr.iyer', 'tech.andheri', DEMO_PATIENT_LINK.username])
    expect(told, other).not.toContain(other)
  const reception = await server.signIn('reception.andheri')
  const ended = await reception.post('hisbr/setHisBookingRequestStatus', {
    request_id: id,
    status: 'Cancelled',
  })
  expect(ended.status, JSON.stringify(ended.body)).toBe(200)
  expect(await whoIsTold(server, 'booking_request', id)).toEqual([])
})

test('an AI result notifies the doctors of the study, or else its requester', async () => {
  const study = await putStudyOf(server, { writer: 'dr.mehta' })
  await putRequest(server, study.id)
  await answerAs(server, { studyuid: study.uid, report: '<p>No bleed.</p>', critical: 0 })
  expect(await whoIsTold(server, 'ai_result', study.id)).toEqual(['dr.mehta'])
  expect(await toldOf(server, study.id)).toMatchObject([{ by_id: null }])
  const unread = await putStudyOf(server, { writer: null })
  const asked = await putRequest(server, unread.id)
  await askAdmin(server, 'update ai_report set sent_by = $2 where id = $1', [asked, personId('tech.andheri')])
  await answerAs(server, { studyuid: unread.uid, report: '<p>No bleed.</p>', critical: 0 })
  expect(await whoIsTold(server, 'ai_result', unread.id)).toEqual(['tech.andheri'])
})

test('a report that the other system refused notifies the administrators until it is accepted', async () => {
  const xml = await openWebPartner({ body: 'taken' })
  try {
    const address = (url: string) =>
      askAdmin(
        server,
        `insert into client_setting (client_id, report_xml_send_api_url, report_xml_send_api_token)
         values ($1, $2, 'secret')
         on conflict (client_id) do update set report_xml_send_api_url = excluded.report_xml_send_api_url`,
        [CLIENT, url],
      )
    await address('http://127.0.0.1:1/')
    const study = await putStudy(server)
    await save(mehta, study, { status: 'Signed', conclusion: '<p>Normal.</p>' })
    expect((await mehta.post(`${PHP}verifyReport`, { study_id: study })).status).toBe(200)
    await expect
      .poll(() => whoIsTold(server, 'hl7_failed', study), { timeout: 15_000, interval: 200 })
      .toEqual(['admin.sanjeevani'])
    await address(xml.url)
    const [dispatch] = await askAdmin<{ id: string }>(
      server,
      'select id from report_dispatch where study_id = $1',
      [study],
    )
    const { kernel, log } = server.app
    const work = { write: write.bind(undefined, kernel, CLIENT), now: kernel.now(), log }
    await createDispatchJob(kernel).run({ clientId: CLIENT, ids: [dispatch?.id ?? ''] }, work as never)
    expect(await whoIsTold(server, 'hl7_failed', study)).toEqual([])
  } finally {
    xml.close()
  }
})

test('a failed message notifies the administrators and its author', async () => {
  const gateway = await openMessageGateway()
  try {
    const study = await putShared(server)
    await setSettings(server, { whatsapp_url: gateway.url, whatsapp_token: 'secret' })
    gateway.answer = () => ({ status: 400, body: { message: 'no such number' } })
    const desk = await server.signIn('reception.andheri')
    await desk.post('whatsapp/send-message', { to: '919820012345', msg: 'Hello', study_id: study })
    await expect
      .poll(() => whoIsTold(server, 'message_failed', study), { timeout: 20_000, interval: 200 })
      .toEqual(['admin.sanjeevani', 'reception.andheri'])
  } finally {
    await gateway.close()
  }
})
