import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { feedOf } from '../reports/report-fixture.ts'
import {
  actsOn,
  addPdfCompany,
  aiStatusOf,
  answerAs,
  answerAsPdfCompany,
  PDF_COMPANY,
  pdfOf,
  putRequest,
  putStudyOf,
  readRequest,
} from './ai-fixture.ts'

let server: DemoServer
let mehta: ApiUser
const dataDir = mkdtempSync(join(tmpdir(), 'readroom-ai-'))

beforeAll(async () => {
  server = await openDemo({ READROOM_DATA: dataDir })
  await addPdfCompany(server)
  mehta = await server.signIn('dr.mehta')
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const asked = async (more: Parameters<typeof putRequest>[2] = {}) => {
  const study = await putStudyOf(server)
  return { study, id: await putRequest(server, study.id, more) }
}
const resultOf = async (studyId: string) =>
  (await mehta.get(`study/aiReports/${studyId}`)).body.result[0] as Record<string, unknown>

test('a result in HTML is cleaned, stored, and Ready on every device', async () => {
  const { study, id } = await asked()
  const report =
    '<div onclick="x()"><h4>Reading</h4><script>alert(1)</script><p>No bleed.<img src="http://x/y"></p></div>'
  const { status, body } = await answerAs(server, { studyuid: study.uid, report, critical: 1 })
  expect([status, body]).toEqual([200, { message: 'Saved successfully' }])
  expect(await readRequest(server, id)).toMatchObject({
    status: 'Ready',
    report_html: '<h3>Reading</h3><p>No bleed.</p>',
    critical: true,
  })
  expect(await aiStatusOf(server, study.id)).toBe('Ready')
  expect((await feedOf(server, study.id)).at(-1)).toMatchObject({ type: 'study', op: 'put' })
  expect(await resultOf(study.id)).toMatchObject({ status: 'Ready', company: 'Lumina Reads', critical: 1 })
  expect(await actsOn(server, id)).toEqual(['received'])
  const row = (await mehta.get(`study/rowDetail/${study.id}`)).body.result
  expect(row, 'its row is marked in every list').toMatchObject({
    ai_report: { status: 'Ready', critical: 1 },
  })
})

test('a repeated result changes nothing; a different one is refused, because the first may have been read', async () => {
  const { study, id } = await asked()
  const answer = { studyuid: study.uid, report: '<p>Normal.</p>', critical: false }
  await answerAs(server, answer)
  const { rev } = await readRequest(server, id)
  expect((await answerAs(server, answer)).status).toBe(200)
  const other = await answerAs(server, { ...answer, report: '<p>Tumour.</p>' })
  expect([other.status, other.body.code]).toEqual([422, 'refused'])
  expect((await answerAs(server, { ...answer, critical: true })).status).toBe(422)
  expect(await readRequest(server, id)).toMatchObject({ rev, report_html: '<p>Normal.</p>', critical: false })
})

test('a result for a request whose images seemed not sent is accepted', async () => {
  const { study, id } = await asked({ status: 'Failed' })
  expect((await answerAs(server, { studyuid: study.uid, report: '<p>Normal.</p>' })).status).toBe(200)
  expect(await readRequest(server, id)).toMatchObject({ status: 'Ready', last_error: '' })
})

test('a study that was not sent to the company is not found for it', async () => {
  const ofOther = await asked({ company: PDF_COMPANY.id })
  const never = await putStudyOf(server)
  for (const studyuid of ['1.2.3', never.uid, ofOther.study.uid, '']) {
    const { status, body } = await answerAs(server, { studyuid, report: '<p>x</p>' })
    expect([status, body]).toEqual([404, { code: 'not_found', message: 'This study was not sent to you.' }])
  }
})

test('a PDF is stored as a file that users who see the study read by its link', async () => {
  const { study, id } = await asked({ company: PDF_COMPANY.id })
  const report = pdfOf().toString('base64')
  expect((await answerAsPdfCompany(server, { studyuid: study.uid, report })).status).toBe(200)
  expect(await readRequest(server, id)).toMatchObject({ status: 'Ready', report_html: '' })
  const { fileurl } = await resultOf(study.id)
  const file = await server.app.inject({ method: 'GET', url: fileurl as string })
  expect([file.headers['content-type'], file.rawPayload.equals(pdfOf())]).toEqual(['application/pdf', true])
  expect((await answerAsPdfCompany(server, { studyuid: study.uid, report })).status).toBe(200)
  const other = pdfOf('another').toString('base64')
  expect((await answerAsPdfCompany(server, { studyuid: study.uid, report: other })).status).toBe(422)
})

test.each([
  ['is not base64', 'JVBERi0x*'],
  ['is not base64', 'JVBERi0'],
  ['is not base64', ''],
  ['is not a PDF', Buffer.from('MZ\x90 program').toString('base64')],
  ['is not a PDF', Buffer.from('%PDF-1.4 and then nothing').toString('base64')],
])('a PDF that %s is refused: %s', async (rule, report) => {
  const { study, id } = await asked({ company: PDF_COMPANY.id })
  const { status, body } = await answerAsPdfCompany(server, { studyuid: study.uid, report })
  expect([status, body.code, body.fields]).toEqual([400, 'invalid', { report: rule }])
  expect(await readRequest(server, id)).toMatchObject({ status: 'In_Process', file_id: null })
})

test('an empty text, an unknown field and a body that is too large are refused', async () => {
  const { study } = await asked()
  const { uid: studyuid } = study
  expect((await answerAs(server, { studyuid, report: '<script>x</script>' })).body.fields).toEqual({
    report: 'holds no text',
  })
  expect((await answerAs(server, { studyuid, report: '<p>x</p>', extra: 1 })).status).toBe(400)
  expect((await answerAs(server, { studyuid, report: 'x'.repeat(29_000_000) })).status).toBe(413)
  expect((await answerAs(server, { studyuid, report: `<p>${'x'.repeat(600_000)}</p>` })).status).toBe(413)
})

test('a wrong password is refused before the body is read, and slowed down; another address is not', async () => {
  const { study } = await asked()
  const answer = { studyuid: study.uid, report: '<p>x</p>' }
  const wrong = { password: 'guess', from: '203.0.113.9' }
  const first = await answerAs(server, 'not even JSON', wrong)
  expect([first.status, first.body.code]).toEqual([401, 'sign_in_failed'])
  expect(first.headers['www-authenticate']).toMatch(/^Basic /)
  for (let tried = 0; tried < 10; tried++) await answerAs(server, answer, wrong)
  const slowed = await answerAs(server, answer, { from: '203.0.113.9' })
  expect([slowed.status, slowed.body.code]).toEqual([429, 'throttled'])
  expect((await answerAs(server, answer, { user: 'nobody' })).status).toBe(401)
  expect((await answerAs(server, answer)).status).toBe(200)
})

test('without a user no request is accepted', async () => {
  const { status } = await server.send({ method: 'POST', url: '/api/aiapi/saveAIReportRespone', payload: {} })
  expect(status).toBe(401)
})
