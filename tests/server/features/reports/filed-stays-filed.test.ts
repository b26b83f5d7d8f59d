import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { makeLink, putShared, secretOf, setSettings, stranger } from '../sharing/share-fixture.ts'
import { bookService } from '../unmatched/link-fixture.ts'
import { detail, personId, reportOf, save } from './report-fixture.ts'

let server: DemoServer
let mehta: ApiUser
let iyer: ApiUser
let reception: ApiUser

beforeAll(async () => {
  server = await openDemo()
  await setSettings(server, {})
  mehta = await server.signIn('dr.mehta')
  iyer = await server.signIn('dr.iyer')
  reception = await server.signIn('reception.andheri')
})
afterAll(() => server.close())

const setNumber = (study_id: string, no_of_reports: number) =>
  mehta.post(`${PHP}updateNoOfReports`, { study_id, no_of_reports })
const verify = (study_id: string) => mehta.post(`${PHP}verifyReport`, { study_id })

async function verifiedStudy(): Promise<string> {
  const study = await putShared(server)
  await save(iyer, study, { status: 'Signed', text: '<p>Final.</p>' })
  expect((await verify(study)).status).toBe(200)
  return study
}

test('a second report leaves the verified one unchanged, and removing it restores the verification', async () => {
  const study = await verifiedStudy()
  const before = (await detail(mehta, study)).study
  server.clock.now = new Date(server.clock.now.getTime() + 3_600_000)
  expect((await setNumber(study, 2)).status).toBe(200)
  expect((await detail(mehta, study)).study).toMatchObject({
    status: 'Pending',
    signed_reports: 1,
    verified_reports: 1,
    verified_on: null,
  })
  expect(await reportOf(mehta, study)).toMatchObject({ status: 'Verified', verified_on: before.verified_on })
  expect((await setNumber(study, 1)).status).toBe(200)
  const { status, verified_on, verified_by_user, signed_on } = before
  expect((await detail(mehta, study)).study).toMatchObject({
    status,
    verified_on,
    verified_by_user,
    signed_on,
  })
})

test('the verification of a study is that of its last report', async () => {
  const study = await verifiedStudy()
  await setNumber(study, 2)
  server.clock.now = new Date(server.clock.now.getTime() + 3_600_000)
  await save(iyer, study, { status: 'Signed', no: 2 })
  expect((await detail(mehta, study)).study).toMatchObject({
    status: 'Signed',
    signed_reports: 2,
    verified_reports: 1,
  })
  const { body } = await verify(study)
  expect(body.result.study).toMatchObject({
    status: 'Verified',
    verified_reports: 2,
    verified_on: server.clock.now.toISOString(),
  })
})

test('the doctors of a study with a signed report stay after a report is added', async () => {
  const study = await verifiedStudy()
  await setNumber(study, 2)
  const taken = await mehta.post(`${PHP}assignDoctor`, {
    study_id: study,
    assigned_doctor_id: personId('dr.mehta'),
    signed_by_doctor_id: personId('dr.mehta'),
  })
  expect([taken.status, taken.body.code]).toEqual([422, 'already_signed'])
})

test('a shared link shows the verified report after a second was added, and so does a link made then', async () => {
  const study = await verifiedStudy()
  const link = await makeLink(reception, study)
  expect(link.body.result.with_report).toBe(1)
  await setNumber(study, 2)
  await save(iyer, study, { status: 'Draft', no: 2, text: '<p>Not yet for anybody.</p>' })
  const receiver = stranger(server)
  const opened = await receiver.open(secretOf(link))
  expect(opened.body.result, JSON.stringify(opened.body)).toMatchObject({ has_report: 1 })
  const { body } = await receiver.report(secretOf(link))
  expect(body.result.reports.map((report: { report_data: string }) => report.report_data)).toEqual([
    '<p>Final.</p>',
  ])
  const later = await makeLink(reception, study)
  expect(later.body.result.with_report).toBe(1)
})

test('the portal shows the verified report of an activated study after a second was added', async () => {
  const study = await verifiedStudy()
  await setNumber(study, 2)
  await askAdmin(server, `update study set active_until = $2 where client_id = $1 and id = $3`, [
    SANJEEVANI.id,
    new Date(server.clock.now.getTime() + 86_400_000),
    study,
  ])
  const { status, body } = await reception.get(`portal/report/${study}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.result.reports).toHaveLength(1)
})

test('a study with a signed report keeps its visit', async () => {
  const study = await verifiedStudy()
  await setNumber(study, 2)
  const service = await bookService(server)
  await askAdmin(server, 'update study set visit_service_id = $2 where id = $1', [study, service.id])
  const admin = await server.signIn('admin.sanjeevani')
  const { body } = await admin.post('study/unlinkFromVisit', { study_id: study })
  expect(body.message).toBe('A study with a signed report stays with its visit.')
})

test('the visit of a signed study shows a signed report while another is requested', async () => {
  const [study, service] = [await putShared(server), await bookService(server)]
  await askAdmin(server, 'update study set visit_service_id = $2 where id = $1', [study, service.id])
  await save(iyer, study, { status: 'Signed', text: '<p>Final.</p>' })
  const visitOf = async () => (await reception.get(`${PHP}appt/detail/${service.visitId}`)).body.result.visit
  const signed = await visitOf()
  expect(signed.services).toMatchObject([{ report_status: 'Signed', signed_reports: 1 }])
  await setNumber(study, 2)
  const wanted = await visitOf()
  expect(wanted.services).toMatchObject([{ report_status: 'Pending', signed_reports: 1 }])
  expect(wanted.rev, 'its copies are told').toBeGreaterThan(signed.rev)
})
