import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportRow } from '#contract/calls/reports.ts'
import { decideAiSentence } from '#domain/report/ai-draft/decide.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { feedOf, history, personId, reportOf, save } from '../reports/report-fixture.ts'
import {
  actsOn,
  addPdfCompany,
  aiStatusOf,
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

const HTML = '<p>No bleed.</p>'
const BEGIN = /^<p><strong>AI result of Lumina Reads, received .*\. Not written by a doctor\.<\/strong><\/p>/
const ready = async (writer: string | null = 'dr.mehta') => {
  const study = await putStudyOf(server, { writer })
  return { study, id: await putRequest(server, study.id, { status: 'Ready', html: HTML }) }
}
const post = (desk: ApiUser, what: 'transfer' | 'append' | 'reject', body: object) =>
  desk.post(`study/${what}AIReport`, body)

test('a transfer replaces the text with a marked draft, and the history keeps the earlier text', async () => {
  const { study, id } = await ready()
  await save(mehta, study.id, { status: 'Auto', text: '<p>My own words.</p>', conclusion: '<p>Mine.</p>' })
  const { status, body } = await post(mehta, 'transfer', { id })
  expect([status, body.message]).toEqual([200, 'Transferred'])
  const report = await reportOf(mehta, study.id)
  expect(report).toMatchObject({ status: 'Draft', rev: 2, conclusion: '' })
  expect(report?.report_data).toMatch(BEGIN)
  expect(report?.report_data).toContain(HTML)
  const versions = await history(mehta, study.id)
  expect(versions.map((version) => version.report_data)).toEqual([
    '<p>My own words.</p>',
    report?.report_data,
  ])
  expect(await aiStatusOf(server, study.id)).toBe('Transferred')
  expect(body.result.study).toMatchObject({ status: 'Draft', ai_report: { id, status: 'Transferred' } })
  const scopes = (await feedOf(server, report?.id ?? '')).map((row) => row.scope)
  expect(scopes).toContain(`doctor:${personId('dr.mehta')}`)
  expect(await actsOn(server, id)).toEqual(['transferred'])
})

test('an appended result is below the text, whose other sections stay', async () => {
  const { study, id } = await ready()
  await save(mehta, study.id, { status: 'Draft', text: '<p>Mine.</p>', conclusion: '<p>Normal.</p>' })
  await post(mehta, 'append', { id })
  const report = await reportOf(mehta, study.id)
  expect(report?.report_data).toMatch(/^<p>Mine\.<\/p><p><strong>AI result/)
  expect(report).toMatchObject({ conclusion: '<p>Normal.</p>', status: 'Draft' })
})

test('signing a text with undecided AI sentences is refused with their number, and allowed once they are decided', async () => {
  const { study } = await ready()
  const id = await putRequest(server, study.id, { status: 'Ready', html: '<p>No bleed. No fracture.</p>' })
  await save(mehta, study.id, { status: 'Draft', text: '<p>Mine.</p>' })
  await post(mehta, 'append', { id })
  const text = (await reportOf(mehta, study.id)) as ReportRow
  const sign = (now: SignedParts, rev: number) =>
    save(mehta, study.id, { status: 'Signed', text: now.report_data, conclusion: now.conclusion, base: rev })
  const refused = await sign(text, text.rev)
  expect(refused.body).toMatchObject({
    code: 'refused',
    message: '2 sentences of the AI result are undecided. Accept, edit or drop each of them before signing.',
  })
  // A signature over it from an older version of the app is refused too.
  const first = { part: 'report_data', at: 0 } as const
  const one = decideAiSentence(text, first, { kind: 'accept' })
  expect(
    (await save(mehta, study.id, { status: 'Draft', text: one.report_data, base: text.rev })).status,
  ).toBe(200)
  expect((await sign(one, text.rev + 1)).body.message).toMatch(/^One sentence of the AI result is undecided/)
  expect(await reportOf(mehta, study.id)).toMatchObject({ status: 'Draft' })
  const done = decideAiSentence(one, first, { kind: 'drop' })
  expect((await sign(done, text.rev + 1)).status).toBe(200)
  expect(await reportOf(mehta, study.id)).toMatchObject({
    status: 'Signed',
    report_data: '<p>Mine.</p><p>No bleed.</p><p></p>',
  })
  // It is not accepted after the signature either.
  const signed = (await reportOf(mehta, study.id)) as ReportRow
  const addendum = await mehta.post(`${PHP}studies/saveAddendum`, {
    id: randomUUID(),
    study_id: study.id,
    report_id: signed.id,
    content: text.report_data,
    seen_hash: signed.signed_hash,
  })
  expect(addendum.body.message).toBe(
    '2 sentences of the AI result are undecided. Accept, edit or drop each of them before signing.',
  )
})

test('a study without any text gets the result as its first draft', async () => {
  const { study, id } = await ready(null)
  await post(mehta, 'append', { id })
  expect(await reportOf(mehta, study.id)).toMatchObject({ rev: 1, status: 'Draft', report_name: 'CT Brain' })
})

test('a text waiting for its signer is a draft again', async () => {
  const { study, id } = await ready()
  await save(mehta, study.id, { status: 'ReadyForSign' })
  await post(mehta, 'append', { id })
  expect(await reportOf(mehta, study.id)).toMatchObject({ status: 'Draft' })
})

test('a rejection leaves the report unchanged', async () => {
  const { study, id } = await ready()
  await save(mehta, study.id, { status: 'Draft' })
  expect((await post(mehta, 'reject', { id })).body.message).toBe('Rejected')
  expect(await reportOf(mehta, study.id)).toMatchObject({ rev: 1, report_data: '<p>Normal study.</p>' })
  expect(await aiStatusOf(server, study.id)).toBe('Rejected')
})

test('a decision is made once', async () => {
  const { id } = await ready()
  await post(mehta, 'reject', { id })
  for (const what of ['transfer', 'append', 'reject'] as const)
    expect((await post(mehta, what, { id })).body.code).toBe('refused')
})

test.each(['Signed', 'Verified'])('at %s nothing is transferred', async (state) => {
  const { study, id } = await ready()
  await save(mehta, study.id, { status: 'Signed' })
  if (state === 'Verified') {
    const verified = await mehta.post(`${PHP}verifyReport`, { study_id: study.id })
    expect(verified.status).toBe(200)
  }
  for (const what of ['transfer', 'append'] as const) {
    const { status, body } = await post(mehta, what, { id })
    expect([status, body.code]).toEqual([422, 'already_signed'])
  }
  expect(await reportOf(mehta, study.id)).toMatchObject({
    status: state,
    report_data: '<p>Normal study.</p>',
  })
  expect(await readRequest(server, id)).toMatchObject({ status: 'Ready' })
})

test('only the study’s writer decides; a user who does not see the study gets no information', async () => {
  const { id } = await ready('dr.iyer')
  const [manager, stranger] = await Promise.all([
    server.signIn('manager.andheri'),
    server.signIn('dr.haddad'),
  ])
  expect((await post(manager, 'transfer', { id })).body.code).toBe('not_permitted')
  expect((await post(stranger, 'reject', { id })).body.code).toBe('not_found')
  expect(await readRequest(server, id)).toMatchObject({ status: 'Ready' })
})

test('a PDF has no text to replace a report; when appended, its name is added', async () => {
  const study = await putStudyOf(server)
  const id = await putRequest(server, study.id, { company: PDF_COMPANY.id })
  await answerAsPdfCompany(server, { studyuid: study.uid, report: pdfOf().toString('base64') })
  await save(mehta, study.id, { status: 'Draft', text: '<p>Mine.</p>' })
  expect((await post(mehta, 'transfer', { id })).body.code).toBe('refused')
  expect((await post(mehta, 'append', { id })).status).toBe(200)
  const report = await reportOf(mehta, study.id)
  expect(report?.report_data).toMatch(/^<p>Mine\.<\/p>.*Paper Reads.*a PDF that stands with the study/)
})

test('a result for the second report of a study leaves the first unchanged', async () => {
  const { study, id } = await ready()
  await mehta.post(`${PHP}updateNoOfReports`, { study_id: study.id, no_of_reports: 2 })
  await post(mehta, 'transfer', { id, report_no: 2 })
  expect(await reportOf(mehta, study.id, 1)).toBeUndefined()
  expect((await reportOf(mehta, study.id, 2))?.report_data).toMatch(BEGIN)
})
